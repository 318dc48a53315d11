package org.logdiff.cli.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.Verdict;
import org.logdiff.cli.Golden;
import org.logdiff.cli.Reports;
import org.logdiff.cli.key.KeyDisclosure;
import org.logdiff.format.Bytes;

class JsonRendererTest {
  private static final RunJson RUN =
      new RunJson(
          "2026-11-30T21:00:00Z", "2026-11-30T21:00:01Z", "support", null, "17.0.15", "Linux 6.1");

  private static final String HASH_OF_K =
      "sha256:86be9a55762d316a3026c2836d044f5fc76e34da10e1b45feee5f18be7edb177";

  @Test
  void everyFieldOfALostTombstone() throws IOException {
    Golden.check("json/lost-tombstone.json", render(broken("K"), false));
    JsonNode root = parse(broken("K"), false);
    assertFields(root, "schema tool run isRedacted verdict topics partitions failures notExamined");
    assertEquals("logdiff-evidence/1", root.get("schema").textValue());
    assertEquals("inconsistent", root.get("verdict").textValue());
    assertEquals(
        "{\"name\":\"logdiff\",\"version\":\"1.0\",\"build\":null,\"commandLine\":[\"a\",\"b\"]}",
        root.get("tool").toString());
    assertEquals("[]", root.get("failures").toString());
    assertEquals("[]", root.get("notExamined").toString());

    JsonNode partition = root.get("partitions").get(0);
    assertFields(
        partition,
        "partition topicId verdict compared replicas findings findingsNotListed findingsKnown notExamined");
    assertEquals("foo-0", partition.get("partition").textValue());
    assertEquals("Lk3ZpXHxTqSyBv0pTqTz5A", partition.get("topicId").textValue());
    assertEquals("inconsistent", partition.get("verdict").textValue());
    assertEquals("[0,34]", partition.get("compared").toString());
    assertEquals("0", partition.get("findingsNotListed").toString());
    assertEquals(3, partition.get("replicas").size());
    assertEquals(
        "{\"name\":\"kafka1\",\"directory\":\"/mnt/kafka1/foo-0\",\"nodeId\":1,\"logStartOffset\":0,"
            + "\"logEndOffset\":35,\"highWatermark\":35,\"lastStableOffset\":35,\"cleanedTo\":31,"
            + "\"segments\":2,\"bytes\":1001,\"damagedBytes\":0,\"beyondStable\":null,\"leaderEpochs\":[],\"files\":[]}",
        partition.get("replicas").get(0).toString());

    JsonNode finding = partition.get("findings").get(0);
    assertFields(
        finding,
        "id fingerprint severity confidence replica offset candidateOffsets key producerId summary"
            + " reasoning timeline assumptions readings effects remedy exhibits picture");
    assertEquals("lost-tombstone", finding.get("id").textValue());
    assertEquals("3f2a90c1d0e4b7a6", finding.get("fingerprint").textValue());
    assertEquals("error", finding.get("severity").textValue());
    assertEquals("inferred", finding.get("confidence").textValue());
    assertEquals("kafka2", finding.get("replica").textValue());
    assertEquals("3", finding.get("offset").toString());
    assertEquals("[[3,3]]", finding.get("candidateOffsets").toString());
    assertEquals("{\"size\":1,\"hash\":\"" + HASH_OF_K + "\"}", finding.get("key").toString());
    assertEquals("1000", finding.get("producerId").toString());
    assertEquals(2, finding.get("assumptions").size());
    assertEquals(
        "[{\"id\":\"lost-tombstone\",\"assumptions\":[\"no retention ran\"]},"
            + "{\"id\":\"unexplained-loss\",\"assumptions\":[\"somebody edited the files\"]}]",
        finding.get("readings").toString());
    assertEquals(
        "[{\"replica\":\"kafka2\",\"isolationLevel\":null,\"statement\":\"the key is alive again\"},"
            + "{\"replica\":\"kafka1\",\"isolationLevel\":\"read_committed\","
            + "\"statement\":\"the key is deleted\"}]",
        finding.get("effects").toString());
    assertEquals(
        "{\"replica\":\"kafka2\",\"file\":\"/mnt/kafka2/foo-0/00000000000000000000.log\","
            + "\"position\":71,\"length\":70,\"offset\":1,\"shows\":\"the value of the key\","
            + "\"sha256\":null,\"header\":null,\"dumpCommand\":\"kafka-dump-log.sh"
            + " --print-data-log --files /mnt/kafka2/foo-0/00000000000000000000.log\"}",
        finding.get("exhibits").get(0).toString());
    assertTrue(finding.get("exhibits").get(1).get("offset").isNull());
    assertFields(finding.get("reasoning").get(2), "confidence statement rule");
    assertEquals("derived", finding.get("reasoning").get(2).get("confidence").textValue());
    assertEquals("5.1 d", finding.get("reasoning").get(2).get("rule").textValue());
    assertEquals(2, finding.get("remedy").size());
    assertEquals(
        "{\"offsets\":[4,34],\"cells\":[\"damaged\",\"different\",\"outside\"],"
            + "\"what\":\"other keys\",\"isSubject\":false}",
        finding.get("picture").get("rows").get(3).toString());
    assertEquals(
        "[\"absent\",\"present\",\"absent\"]",
        finding.get("picture").get("rows").get(0).get("cells").toString());
  }

  @Test
  void unknownIsNullAndNeverLeftOut() throws IOException {
    PartitionReport partition =
        new PartitionReport(
            "foo-0",
            null,
            Verdict.UNDETERMINED,
            List.of(Reports.unknownReplica("kafka1")),
            List.of(Reports.bareFinding(FindingKind.TOMBSTONE_AT_RISK, Confidence.DERIVED)),
            7,
            null,
            List.of(new NotExamined(null, "what", "why", true)));
    JsonNode read = parse(Reports.of(partition), true).get("partitions").get(0);
    assertEquals(
        "{\"name\":\"kafka1\",\"directory\":\"kafka1\",\"nodeId\":null,\"logStartOffset\":null,"
            + "\"logEndOffset\":null,\"highWatermark\":null,\"lastStableOffset\":null,"
            + "\"cleanedTo\":null,\"segments\":0,\"bytes\":0,\"damagedBytes\":0,\"beyondStable\":null,\"leaderEpochs\":[],\"files\":[]}",
        read.get("replicas").get(0).toString());
    assertEquals(
        "{\"id\":\"tombstone-at-risk\",\"fingerprint\":\"00ff\",\"severity\":\"warning\","
            + "\"confidence\":\"derived\",\"replica\":null,\"offset\":null,\"candidateOffsets\":[],"
            + "\"key\":null,\"producerId\":null,\"summary\":\"Something is wrong.\","
            + "\"reasoning\":[],\"timeline\":[],\"assumptions\":[],\"readings\":[],\"effects\":[],\"remedy\":[],"
            + "\"exhibits\":[],\"picture\":null}",
        read.get("findings").get(0).toString());
    assertEquals(
        "[{\"replica\":null,\"what\":\"what\",\"why\":\"why\",\"leavesVerdictOpen\":true}]",
        read.get("notExamined").toString());
    assertTrue(read.get("topicId").isNull() && read.get("compared").isNull());
    assertEquals("7", read.get("findingsNotListed").toString());
  }

  @ParameterizedTest
  @EnumSource
  void everyKind(FindingKind kind) throws IOException {
    JsonNode finding =
        parse(
                Reports.of(
                    Reports.partition(
                        "foo-0",
                        Verdict.INCONSISTENT,
                        Reports.bareFinding(kind, Confidence.OBSERVED))),
                false)
            .at("/partitions/0/findings/0");
    assertEquals(kind.id(), finding.get("id").textValue());
    assertEquals(
        kind.severity().name().toLowerCase(Locale.ROOT), finding.get("severity").textValue());
    assertEquals("observed", finding.get("confidence").textValue());
  }

  @ParameterizedTest
  @EnumSource
  void everyVerdict(Verdict verdict) throws IOException {
    JsonNode root = parse(Reports.of(Reports.partition("foo-0", verdict)), false);
    assertEquals(verdict.name().toLowerCase(Locale.ROOT), root.get("verdict").textValue());
    assertEquals(root.get("verdict"), root.at("/partitions/0/verdict"));
  }

  @Test
  void keysAreShownOnlyWhenAsked() throws IOException {
    assertEquals(
        "{\"size\":1,\"hash\":\"" + HASH_OF_K + "\",\"text\":\"K\"}",
        key(Bytes.ofUtf8("K"), true).toString());
    assertFalse(render(broken("secret-key"), false).contains("secret-key"));
    assertFields(key(Bytes.copyOf(new byte[] {(byte) 0xff, 0}), true), "size hash base64");
    assertEquals(
        "/wA=", key(Bytes.copyOf(new byte[] {(byte) 0xff, 0}), true).get("base64").textValue());
    assertFields(key(Bytes.copyOf(new byte[] {(byte) 0xff, 0}), false), "size hash");
    assertEquals("", key(Bytes.ofUtf8(""), true).get("text").textValue());
  }

  private static JsonNode key(Bytes key, boolean shown) throws IOException {
    return parse(
            Reports.of(
                Reports.partition(
                    "foo-0",
                    Verdict.INCONSISTENT,
                    Reports.finding(FindingKind.LOST_TOMBSTONE, key))),
            shown)
        .at("/partitions/0/findings/0/key");
  }

  @Test
  void safeToLookAtAndReadBackUnchanged() throws IOException {
    String evil = "a\u001b[31m\u007f\u009b\u202e漢\ud83d\ude00\"\\\u0000";
    String json = render(broken(evil), true);
    assertTrue(StandardCharsets.US_ASCII.newEncoder().canEncode(json));
    assertTrue(json.chars().allMatch(c -> c == '\n' || (c >= ' ' && c < 0x7f)), json);
    assertEquals(
        evil, parse(broken(evil), true).at("/partitions/0/findings/0/key/text").textValue());
  }

  @Test
  void sameReportSameBytes() throws IOException {
    assertEquals(render(broken("K"), true), render(broken("K"), true));
    assertTrue(render(broken("K"), true).endsWith("}\n"));
  }

  private static ComparisonReport broken(String key) {
    return Reports.of(
        Reports.partition(
            "foo-0",
            Verdict.INCONSISTENT,
            Reports.finding(FindingKind.LOST_TOMBSTONE, Bytes.ofUtf8(key))));
  }

  private static void assertFields(JsonNode node, String expected) {
    List<String> names = new ArrayList<>();
    for (Iterator<String> each = node.fieldNames(); each.hasNext(); ) {
      names.add(each.next());
    }
    assertEquals(List.of(expected.split(" ")), names);
  }

  private static JsonNode parse(ComparisonReport report, boolean showKeys) throws IOException {
    return new ObjectMapper().readTree(render(report, showKeys));
  }

  private static String render(ComparisonReport report, boolean showKeys) throws IOException {
    StringWriter out = new StringWriter();
    new JsonRenderer(ToolJson.of("1.0", null, List.of("a", "b")), RUN, KeyDisclosure.of(showKeys))
        .render(report, out);
    return out.toString();
  }
}

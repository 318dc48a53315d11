package org.logdiff.cli.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  @TempDir Path folder;

  @Test
  void nothingIsWrittenBelowEvidenceHoweverItIsReached() throws IOException {
    Path evidence = Files.createDirectories(folder.resolve("kafka1/foo-0"));
    Files.writeString(evidence.resolve("old.json"), "evidence");
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path linkToFolder = Files.createSymbolicLink(folder.resolve("link"), evidence);
    Path linkToFile =
        Files.createSymbolicLink(elsewhere.resolve("file.json"), evidence.resolve("old.json"));
    Path given = Files.createSymbolicLink(folder.resolve("alias"), folder.resolve("kafka1"));
    EvidenceGuard guard = EvidenceGuard.of(List.of(List.of(given, folder.resolve("missing"))));

    for (Path target :
        List.of(
            folder.resolve("kafka1/x.json"),
            evidence.resolve("x.json"),
            evidence.resolve("old.json"),
            elsewhere.resolve("../kafka1/x.json"),
            linkToFolder.resolve("x.json"),
            linkToFile)) {
      String objection = OutputFile.at(target.toString()).objection(guard);
      assertTrue(
          String.valueOf(objection).endsWith("which is under examination"),
          target + ": " + objection);
    }
    assertNull(OutputFile.at(elsewhere.resolve("x.json").toString()).objection(guard));
    assertNull(OutputFile.at(folder.resolve("kafka1.json").toString()).objection(guard));
  }

  @Test
  void theLogDirAroundAPartitionDirectoryIsEvidenceToo() throws IOException {
    Path partition = Files.createDirectories(folder.resolve("kafka1/foo-0"));
    List<List<Path>> directories = List.of(List.of(partition));
    OutputFile file = OutputFile.at(folder.resolve("kafka1/x.json").toString());
    assertNull(file.objection(EvidenceGuard.of(directories)));
    Files.createFile(folder.resolve("kafka1/cleaner-offset-checkpoint"));
    assertNotNull(file.objection(EvidenceGuard.of(directories)));
  }

  @Test
  void aFailureLeavesTheOldFileAndNoOther() throws IOException {
    Path file = folder.resolve("x.json");
    Files.writeString(file, "old");
    assertThrows(
        IOException.class,
        () ->
            OutputFile.at(file.toString())
                .write(
                    out -> {
                      out.write("half");
                      throw new IOException("No space left on device");
                    }));
    assertEquals("old", Files.readString(file));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  @Test
  void aLinkIsWrittenThrough() throws IOException {
    Path file = Files.createFile(folder.resolve("real.json"));
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);
    OutputFile.at(link.toString()).write(out -> out.write("new"));
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("new", Files.readString(file));
  }

  @Test
  void devicesAreWrittenDirectly() throws IOException {
    OutputFile.at("/dev/null").write(out -> out.write("gone"));
    assertTrue(Files.exists(Path.of("/dev/null")));
  }
}

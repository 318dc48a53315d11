package org.logdiff.format.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is no regular file is never opened: a pipe would wait, and a device may never end. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SpecialFileTest {
  private static final String REASON =
      ": a pipe, a socket or a device, where a file belongs; it was not opened";

  @TempDir Path directory;

  @Test
  void aPipeDoesNotWait() throws Exception {
    Path pipe = directory.resolve("00000000000000000000.log");
    Process process = new ProcessBuilder("mkfifo", pipe.toString()).start();
    Assumptions.assumeTrue(
        process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0, "no mkfifo here");
    refuses(pipe, REASON);
  }

  @Test
  void aSocket() throws Exception {
    Path path = directory.resolve("x.log");
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(path));
      refuses(path, REASON);
    }
  }

  @Test
  void aDeviceThatNeverEnds() throws IOException {
    Path device = Path.of("/dev/zero");
    Assumptions.assumeTrue(Files.exists(device), "no /dev/zero here");
    Path link = Files.createSymbolicLink(directory.resolve("x.log"), device);
    refuses(link, REASON);
    Files.delete(link); // JUnit warns about links to what is not its own
  }

  @Test
  void aDirectory() throws IOException {
    refuses(
        Files.createDirectory(directory.resolve("x.log")), ": a directory, where a file belongs");
  }

  @Test
  void aLinkInACircleHidesNothing() throws IOException {
    Files.createFile(directory.resolve("a"));
    Path circle = Files.createSymbolicLink(directory.resolve("b"), Path.of("b"));
    Files.createFile(directory.resolve("c"));
    assertEquals(3, ReadOnlyFile.list(directory).size());
    assertTrue(ReadOnlyFile.list(directory).get(1).isBrokenLink());
    String message = assertThrows(IOException.class, () -> ReadOnlyFile.open(circle)).getMessage();
    assertTrue(message.startsWith(circle + ": a symbolic link that cannot be followed: "), message);
  }

  private static void refuses(Path path, String reason) {
    assertEquals(
        path + reason, assertThrows(IOException.class, () -> ReadOnlyFile.open(path)).getMessage());
  }
}

package org.logdiff.cli.decode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.logdiff.analysis.inspect.ValueDecoder;
import org.logdiff.format.Bytes;

/**
 * A program of the user's that decodes values: for each it gets one line of base64 on its standard
 * input and gives one line back, at once. So a schema registry's formats need no classes here.
 *
 * <p>If it ends, or gives no line in time, this is said once and no more values are decoded.
 */
public final class ProgramDecoder implements ValueDecoder, AutoCloseable {
  private static final long PATIENCE_MS = 10_000;
  private static final long PAUSE_MS = 1;

  /** What a line has beyond that is dropped: only so much of a value is shown anyway. */
  private static final int LONGEST_LINE_BYTES = 1 << 20;

  private final String command;
  private final Consumer<String> complaints;
  private final long patienceMs;
  private Process process;
  private boolean hasFailed;

  /**
   * @param command for the shell
   * @param complaints is told if the program fails
   */
  public ProgramDecoder(String command, Consumer<String> complaints) {
    this(command, complaints, PATIENCE_MS);
  }

  ProgramDecoder(String command, Consumer<String> complaints, long patienceMs) {
    this.command = command;
    this.complaints = complaints;
    this.patienceMs = patienceMs;
  }

  /** Whether it could not do its work. */
  public boolean hasFailed() {
    return hasFailed;
  }

  @Override
  public Optional<String> decode(Bytes value) {
    if (hasFailed) {
      return Optional.empty();
    }
    try {
      if (process == null) {
        process =
            new ProcessBuilder("/bin/sh", "-c", command).redirectError(Redirect.INHERIT).start();
      }
      OutputStream in = process.getOutputStream();
      in.write(Base64.getEncoder().encode(value.toArray()));
      in.write('\n');
      in.flush();
      return Optional.of(line(process.getInputStream()));
    } catch (IOException e) {
      fail(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail("interrupted");
    }
    return Optional.empty();
  }

  private String line(InputStream out) throws IOException, InterruptedException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
    while (true) {
      if (out.available() > 0 || !process.isAlive()) {
        int b = out.read();
        if (b < 0) {
          throw new IOException("it has ended");
        } else if (b == '\n') {
          return line.toString(StandardCharsets.UTF_8);
        } else if (line.size() < LONGEST_LINE_BYTES) {
          line.write(b);
        }
      } else if (System.nanoTime() - until > 0) {
        throw new IOException(
            "no line came for "
                + patienceMs
                + " ms; it must give one for each that it gets, and not keep it in a buffer");
      } else {
        Thread.sleep(PAUSE_MS);
      }
    }
  }

  private void fail(String why) {
    hasFailed = true;
    complaints.accept("the decoder '" + command + "' failed: " + why);
    close();
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroy();
    }
  }
}

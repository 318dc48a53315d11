package org.logdiff.analysis;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * Judgement has no door of its own to the file system, a process, the network or the console: what
 * it reads, it reads through {@code ReadOnlyFile}.
 */
class NoDoorTest {
  private static final Set<String> FORBIDDEN_CLASSES =
      Set.of(
          "java.nio.file.Files",
          "java.nio.file.FileSystem",
          "java.nio.file.FileSystems",
          "java.io.RandomAccessFile",
          "java.util.Scanner",
          "java.lang.ProcessBuilder");

  private static final Set<String> FORBIDDEN_PACKAGES =
      Set.of("java.nio.file.spi", "java.nio.channels", "java.net", "java.util.zip");

  private static final DescribedPredicate<JavaClass> FORBIDDEN =
      describe(
          "a door of its own",
          type ->
              FORBIDDEN_CLASSES.contains(type.getFullName())
                  || type.getFullName().startsWith("java.io.File")
                  || FORBIDDEN_PACKAGES.contains(type.getPackageName()));

  private static final DescribedPredicate<JavaAccess<?>> FORBIDDEN_ACCESS =
      describe("a way around the door", access -> isForbidden(access.getTarget()));

  private static final ArchRule NO_DOOR =
      noClasses()
          .should()
          .dependOnClassesThat(FORBIDDEN)
          .orShould()
          .accessTargetWhere(FORBIDDEN_ACCESS);

  private static boolean isForbidden(AccessTarget target) {
    String owner = target.getOwner().getFullName();
    String member = target.getName();
    return switch (owner) {
      case "java.nio.file.Path" ->
          Set.of("toFile", "toRealPath", "getFileSystem", "register").contains(member);
      case "java.lang.Runtime" -> member.equals("exec");
      case "java.lang.System" ->
          Set.of("out", "err", "in", "getenv", "getProperty").contains(member);
      case "java.lang.Throwable", "java.lang.Exception", "java.io.IOException" ->
          member.equals("printStackTrace");
      default -> false;
    };
  }

  @Test
  void thereIsNone() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.logdiff.analysis");
    assertTrue(classes.contain(Comparison.class));
    NO_DOOR.check(classes);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        ByFiles.class,
        ByFile.class,
        ByStream.class,
        ByRandomAccess.class,
        ByChannel.class,
        ByFileSystem.class,
        ByPath.class,
        ByProcess.class,
        ToConsole.class
      })
  void doorsAreSeen(Class<?> door) {
    assertTrue(
        NO_DOOR.evaluate(new ClassFileImporter().importClasses(door)).hasViolation(),
        door::getSimpleName);
  }

  @Test
  void readingThroughTheDoorIsFine() {
    assertFalse(
        NO_DOOR.evaluate(new ClassFileImporter().importClasses(ByDoor.class)).hasViolation());
  }

  interface ByDoor {
    static byte[] read(Path path) throws IOException {
      return ReadOnlyFile.readAll(path.resolve("file"), 1);
    }
  }

  interface ByFiles {
    static byte[] read(Path path) throws IOException {
      return Files.readAllBytes(path);
    }
  }

  interface ByFile {
    static boolean read(String path) {
      return new File(path).exists();
    }
  }

  interface ByStream {
    static void read(String path) throws IOException {
      new FileInputStream(path).close();
    }
  }

  interface ByRandomAccess {
    static void read(String path) throws IOException {
      new RandomAccessFile(path, "r").close();
    }
  }

  interface ByChannel {
    static void read(Path path) throws IOException {
      FileChannel.open(path).close();
    }
  }

  interface ByFileSystem {
    static Object read() {
      return FileSystems.getDefault();
    }
  }

  interface ByPath {
    static Object read(Path path) {
      return path.toFile();
    }
  }

  interface ByProcess {
    static void run() throws IOException {
      new ProcessBuilder("true").start();
    }
  }

  interface ToConsole {
    static void print() {
      System.out.println();
    }
  }
}

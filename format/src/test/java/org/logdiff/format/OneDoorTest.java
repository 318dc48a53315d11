package org.logdiff.format;

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
import java.net.URL;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.format.disk.ReadOnlyFile;

/** Nothing in this module reaches the file system, or a process, or the console, by itself. */
class OneDoorTest {
  private static final Set<String> FORBIDDEN_CLASSES =
      Set.of(
          "java.nio.file.Files",
          "java.nio.file.FileSystem",
          "java.nio.file.FileSystems",
          "java.io.RandomAccessFile",
          "java.nio.channels.FileChannel",
          "java.nio.channels.AsynchronousFileChannel",
          "java.util.Scanner",
          "java.util.zip.ZipFile",
          "java.net.URL",
          "java.lang.ProcessBuilder");

  private static final DescribedPredicate<JavaClass> FORBIDDEN =
      describe(
          "another door to the disk",
          type ->
              FORBIDDEN_CLASSES.contains(type.getFullName())
                  || type.getFullName().startsWith("java.io.File")
                  || type.getPackageName().startsWith("java.nio.file.spi"));

  private static final DescribedPredicate<JavaAccess<?>> FORBIDDEN_ACCESS =
      describe("a way around the door", access -> isForbidden(access.getTarget()));

  private static final ArchRule ONE_DOOR =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(ReadOnlyFile.class.getName())
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
      case "java.lang.System" -> Set.of("out", "err", "in").contains(member);
      case "java.lang.Throwable", "java.lang.Exception", "java.io.IOException" ->
          member.equals("printStackTrace");
      default -> false;
    };
  }

  @Test
  void thereIsOneDoor() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.logdiff.format");
    assertTrue(classes.contain(ReadOnlyFile.class));
    ONE_DOOR.check(classes);
  }

  @Test
  void theDoorItselfWouldBeForbidden() {
    ArchRule withoutException =
        noClasses()
            .should()
            .dependOnClassesThat(FORBIDDEN)
            .orShould()
            .accessTargetWhere(FORBIDDEN_ACCESS);
    assertTrue(
        withoutException
            .evaluate(new ClassFileImporter().importClasses(ReadOnlyFile.class))
            .hasViolation());
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        ByFiles.class,
        ByFile.class,
        ByStream.class,
        ByRandomAccess.class,
        ByChannel.class,
        ByAsynchronousChannel.class,
        ByFileSystem.class,
        ByPath.class,
        ByRealPath.class,
        ByScanner.class,
        ByUrl.class,
        ByProcess.class,
        ByRuntime.class,
        ToConsole.class,
        StackTrace.class
      })
  void otherDoorsAreSeen(Class<?> door) {
    assertTrue(
        ONE_DOOR.evaluate(new ClassFileImporter().importClasses(door)).hasViolation(),
        door::getSimpleName);
  }

  @Test
  void readingThroughTheDoorIsFine() {
    assertFalse(
        ONE_DOOR.evaluate(new ClassFileImporter().importClasses(ByDoor.class)).hasViolation());
  }

  interface ByDoor {
    static Path read(Path path) throws IOException {
      ReadOnlyFile.readAll(path.resolve("file"), 1);
      return path.getFileName();
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

  interface ByAsynchronousChannel {
    static void read(Path path) throws IOException {
      AsynchronousFileChannel.open(path).close();
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

  interface ByRealPath {
    static Path read(Path path) throws IOException {
      return path.toRealPath();
    }
  }

  interface ByScanner {
    static void read(Path path) throws IOException {
      new Scanner(path).close();
    }
  }

  interface ByUrl {
    static void read(URL url) throws IOException {
      url.openStream().close();
    }
  }

  interface ByProcess {
    static void run() throws IOException {
      new ProcessBuilder("true").start();
    }
  }

  interface ByRuntime {
    static void run(String[] command) throws IOException {
      Runtime.getRuntime().exec(command);
    }
  }

  interface ToConsole {
    static void print() {
      System.out.println();
    }
  }

  interface StackTrace {
    static void print(IOException e) {
      e.printStackTrace();
    }
  }
}

package org.sss.kvs.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.kvs.ChildJvm;
import org.sss.kvs.Records;
import org.sss.kvs.TinyFileSystem;

/** The native library is found, and if it is not, the error names the setting. Each case needs a fresh JVM. */
class KvsLibraryIT {
    @TempDir
    Path directory;

    /** Writes and reads one record in the child. */
    static final class OneRecord {
        private OneRecord() {}

        public static void main(String[] arguments) {
            Path file = Path.of(arguments[0]);
            try (KvsWriter writer = KvsWriter.create(file, Records.TUNING)) {
                writer.putAll(Records.ofKeys("a"));
            } catch (KvsException e) {
                System.out.println(e.error() + " " + e.getMessage());
                return;
            }
            try (KvsReader reader = KvsReader.open(file, Records.TUNING)) {
                System.out.println("read " + Records.keys(reader.cursor(), null));
            }
        }
    }

    private String runWith(String... options) throws Exception {
        ChildJvm.Result result = ChildJvm.run(
                List.of(options),
                OneRecord.class,
                directory.resolve("child.bdb").toString());
        assertThat(result.status()).as(result.output()).isZero();
        return result.output();
    }

    private static String resource() {
        return "native/linux-" + System.getProperty("os.arch").replace("amd64", "x86_64") + "/libsss-kvs.so";
    }

    private Path copyOfTheLibrary() throws IOException {
        Path copy = directory.resolve("my-kvs.so");
        try (InputStream in = KvsNative.class.getResourceAsStream(resource())) {
            Files.copy(in, copy);
        }
        return copy;
    }

    @Test
    void theModuleWorksWhenThePropertyPointsToACopy() throws Exception {
        assertThat(runWith("-Dsss.kvs.library=" + copyOfTheLibrary(), "-Djava.io.tmpdir=/nonexistent"))
                .contains("read [a]");
    }

    @Test
    void theCopyInTheJarLeavesNothingInTheTemporaryDirectory() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        assertThat(runWith("-Djava.io.tmpdir=" + temporary)).contains("read [a]");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void aWrongPathIsNamedWithItsProperty() throws Exception {
        assertThat(runWith("-Dsss.kvs.library=/no/such.so"))
                .contains("LIBRARY")
                .contains("/no/such.so")
                .contains("sss.kvs.library");
    }

    @Test
    void aTemporaryDirectoryThatCannotBeWrittenIsNamedWithItsProperty() throws Exception {
        assertThat(runWith("-Djava.io.tmpdir=/nonexistent", "-Duser.home=/dev/null"))
                .contains("LIBRARY")
                .contains("/nonexistent")
                .contains("java.io.tmpdir")
                .contains("sss.kvs.library");
    }

    @Test
    void whereTheTemporaryDirectoryIsOfNoUseTheCacheOfTheUserIs() throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        assertThat(runWith("-Djava.io.tmpdir=/nonexistent", "-Duser.home=" + home))
                .contains("read [a]");
        assertThat(home.resolve(".cache")).isEmptyDirectory();
    }

    @Test
    void onAnotherSystemNobodyIsAskedToBuildTheLibrary() throws Exception {
        assertThat(runWith("-Dos.name=Mac OS X", "-Dos.arch=aarch64"))
                .contains("LIBRARY")
                .contains("it exists for Linux only, and this is Mac OS X")
                .doesNotContain("mvn package");
    }

    @Test
    void anUnknownProcessorIsNamed() throws Exception {
        assertThat(runWith("-Dos.arch=vax"))
                .contains("LIBRARY")
                .contains("linux-vax")
                .contains("sss.kvs.library");
    }

    @Test
    void aNoexecTemporaryDirectoryIsNamedWithItsProperty() throws Exception {
        try (TinyFileSystem noexec = TinyFileSystem.mount(directory.resolve("noexec"), "size=4m,noexec")) {
            assumeTrue(noexec.isMounted(), "needs root and mount rights for a noexec tmpfs");
            assertThat(runWith("-Djava.io.tmpdir=" + noexec.directory(), "-Duser.home=/dev/null"))
                    .contains("LIBRARY")
                    .contains("noexec")
                    .contains("java.io.tmpdir")
                    .contains("sss.kvs.library");
        }
    }
}

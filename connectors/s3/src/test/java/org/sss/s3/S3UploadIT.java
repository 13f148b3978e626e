package org.sss.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.store.PendingFile;

/** An object is there as a whole, or not at all. */
class S3UploadIT {
    private static final String ROOT = "s3://" + MotoServer.BUCKET + "/uploads/";

    @TempDir
    Path directory;

    private S3Files files() {
        return files(directory);
    }

    private static S3Files files(Path uploads) {
        return new S3Files(TestOptions.of(MotoServer.address(), Duration.ofSeconds(60), uploads));
    }

    private static PendingFile prepared(S3Files files, String name, byte[] content, boolean replacing)
            throws IOException {
        PendingFile file = files.create(ROOT + name, "wf-1", replacing);
        file.out().write(content);
        file.prepare();
        return file;
    }

    @Test
    void theObjectExistsWhenItIsPublished() throws IOException {
        byte[] content = MotoServer.lines(500_000, 8);
        assertThat(content.length).isGreaterThan(2 * S3Upload.PART_BYTES);
        PendingFile file = prepared(files(), "a", content, false);
        assertThat(MotoServer.find("uploads/a")).isEmpty();
        file.publish();
        file.publish();
        assertThat(MotoServer.get("uploads/a").length).isEqualTo(content.length);
        assertThat(java.util.Arrays.equals(MotoServer.get("uploads/a"), content))
                .isTrue();
        assertThat(directory).isEmptyDirectory();
        file.discard();
        assertThat(MotoServer.find("uploads/a")).isEmpty();
    }

    @Test
    void anEmptyObjectIsWritten() throws IOException {
        prepared(files(), "empty", new byte[0], false).publish();
        assertThat(MotoServer.get("uploads/empty")).isEmpty();
    }

    @Test
    void anExistingObjectIsRefusedUnlessItIsReplaced() throws IOException {
        MotoServer.put("uploads/there", new byte[] {'o'});
        assertThatThrownBy(() -> files().create(ROOT + "there", "wf-1", false))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
                .hasMessageContaining("object '" + ROOT + "there' exists already");
        prepared(files(), "there", new byte[] {'n'}, true).publish();
        assertThat(MotoServer.get("uploads/there")).containsExactly('n');
    }

    /** Both were started before either existed. */
    @Test
    void ofTwoWritersTheSecondIsRefused() throws IOException {
        PendingFile first = prepared(files(), "race", new byte[] {'1'}, false);
        PendingFile second = prepared(files(), "race", new byte[] {'2'}, false);
        second.publish();
        assertThatThrownBy(first::publish)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS));
        first.discard();
        assertThat(MotoServer.get("uploads/race")).containsExactly('2');
        assertThat(MotoServer.openUploads("uploads/race")).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void nothingRemainsOfADiscardedUpload() throws IOException {
        for (boolean isPrepared : new boolean[] {false, true}) {
            PendingFile file = files().create(ROOT + "gone", "wf-1", false);
            file.out().write(new byte[S3Upload.PART_BYTES + 1]);
            if (isPrepared) {
                file.prepare();
            }
            file.discard();
            file.discard();
            assertThatThrownBy(() -> file.out().write(1)).isInstanceOf(IOException.class);
            assertThat(MotoServer.find("uploads/gone")).isEmpty();
            assertThat(MotoServer.openUploads("uploads/gone")).isEmpty();
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void aDirectoryIsNotWritten() {
        assertThatThrownBy(() -> files().create(ROOT, "wf-1", false)).hasMessageContaining("names a directory");
    }

    /** A process that ends between prepare and publish. */
    static final class Killed {
        private Killed() {}

        public static void main(String[] args) throws IOException {
            S3Files files =
                    new S3Files(TestOptions.of(java.net.URI.create(args[0]), Duration.ofSeconds(60), Path.of(args[1])));
            prepared(files, "killed", new byte[] {'x'}, false);
            Runtime.getRuntime().halt(9);
        }
    }

    @Test
    void theNextProcessAbortsTheUploadsOfAKilledOne() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Killed.class.getName(),
                        MotoServer.address().toString(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolveSibling("killed.log").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(9);
        assertThat(MotoServer.find("uploads/killed")).isEmpty();
        assertThat(MotoServer.openUploads("uploads/killed")).hasSize(1);
        assertThat(directory.toFile().list()).hasSize(1);
        files();
        assertThat(MotoServer.openUploads("uploads/killed")).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }
}

package org.sss.io.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class FileStoresTest {
    private static final FileStores STORES = FileStores.ofProcess();

    @TempDir
    Path directory;

    @Test
    void selectsTheStoreByTheSchemeOfThePath() {
        assertThat(STORES.of("/data/a.txt").scheme()).isEqualTo("file");
        assertThat(STORES.of("a:b.txt").scheme()).isEqualTo("file");
        assertThat(STORES.of("./s3:/x").scheme()).isEqualTo("file");
        assertThat(STORES.of("mem://a").scheme()).isEqualTo("mem");
        assertThat(STORES.of("MEM://b")).isSameAs(STORES.of("mem://a"));
    }

    @Test
    void refusesAPathWhoseConnectorIsNotInstalled() {
        assertThatThrownBy(() -> new FileStores(new StoreHost("node 2", null, null, Map.of()), FileAccess.ANY)
                        .of("gs://bucket/x"))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessage("no connector 'gs' on node 2 for 'gs://bucket/x'; unpack sss-gs.tar.gz into ext/");
    }

    @Test
    void refusesSecretsInAPathAndDoesNotShowThem() {
        for (String path : List.of(
                "s3://AKIAX:hunter2@bucket/x",
                "mem://user@bucket/x",
                "mem://bucket/x?X-Amz-Signature=hunter2",
                "MEM://bucket/*?a=b&password=hunter2")) {
            assertThatThrownBy(() -> STORES.of(path))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN))
                    .hasMessageContaining("write it without")
                    .hasMessageNotContaining("hunter2")
                    .hasMessageNotContaining("user@");
        }
        assertThat(STORES.of("mem://bucket/a@b/token=x").scheme()).isEqualTo("mem");
    }

    @Test
    void opensARangeOfALocalFile() throws IOException {
        Path path = Files.writeString(directory.resolve("a"), "0123456789");
        FileStore local = STORES.of(path.toString());
        StoredFile file = local.stat(path.toString());
        assertThat(file).isEqualTo(new StoredFile(path.toString(), 10, ""));
        try (InputStream in = local.open(file, 3, 6)) {
            assertThat(in.available()).isEqualTo(3);
            assertThat(in.read()).isEqualTo('3');
            assertThat(in.readAllBytes()).asString().isEqualTo("45");
            assertThat(in.read()).isEqualTo(-1);
        }
        try (InputStream in = local.open(file, 7, FileStore.END)) {
            assertThat(in.readAllBytes()).asString().isEqualTo("789");
        }
        assertThatThrownBy(() -> local.stat(directory + "/none")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> local.open(new StoredFile(path.toString(), 11, ""), 0, 5))
                .hasMessageContaining("has 10 bytes on the node of this task, it had 11");
    }

    @Test
    void aPendingFileIsVisibleWhenItIsPublished() throws IOException {
        Path target = directory.resolve("new/part-00000");
        PendingFile file = STORES.of(target.toString()).create(target.toString(), "wf-1", false);
        file.out().write('x');
        file.prepare();
        assertThat(target).doesNotExist();
        file.publish();
        file.publish();
        assertThat(target).hasContent("x");
        assertThat(target.getParent().toFile().list()).hasSize(1);
        assertThatThrownBy(() -> STORES.of(target.toString()).create(target.toString(), "wf-1", false))
                .hasMessageContaining("exists already");
        file.discard();
        assertThat(target.getParent()).isEmptyDirectory();
    }

    @Test
    void nothingRemainsOfAFileThatIsDiscarded() throws IOException {
        Path target = directory.resolve("part-00000");
        for (boolean isPrepared : new boolean[] {false, true}) {
            PendingFile file = STORES.of(target.toString()).create(target.toString(), "wf-1", false);
            file.out().write('x');
            if (isPrepared) {
                file.prepare();
            }
            file.discard();
            file.discard();
            assertThat(directory).isEmptyDirectory();
        }
    }
}

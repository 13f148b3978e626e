package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataServerConfig.Layout;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Check;
import org.sss.net.control.DataVerbs.Checked;
import org.sss.net.control.DataVerbs.Expected;
import org.sss.net.control.DataVerbs.Missing;
import org.sss.net.control.DataVerbs.Put;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;

/** Groups that stay in memory, on servers of any layout. */
final class MemoryGroupsIT {
    private static final DataServerConfig CONFIG = TestNode.CONFIG.withMemoryBytes(4 << 20);
    private static final GroupKey GROUP = GroupKey.of(1);
    private static final GroupDescription DESCRIPTION = new GroupDescription(
            "words",
            new GroupFormat("string", "long", true, Compression.NONE, true),
            new GroupOrigin(5, "wf-1/map"),
            false);
    private static final Tuples TUPLES = Tuples.numbered("key", 300, "value");

    @TempDir
    Path directory;

    private final AtomicInteger syncs = new AtomicInteger();
    private TestNode node;

    private void open(Layout layout) {
        Disk disk = new Disk(DataServerConfig.Durability.COMMIT, (path, channel) -> syncs.incrementAndGet());
        node = TestNode.of(directory, DataServer.open(directory, CONFIG.withLayout(layout), disk));
        syncs.set(0);
    }

    @AfterEach
    void close() {
        node.close();
        assertThat(node.server().memoryUsedBytes()).isZero();
    }

    /** Runs with the same keys, of attempts of their own. */
    private Tuples store(int attempts, Tuples run) {
        Tuples all = Tuples.of();
        for (int source = 0; source < attempts; source++) {
            node.openPut(new Put(GROUP, attempt(source), false).inMemory(true))
                    .put(0, 0, run)
                    .finish();
            all.addAll(run);
        }
        node.server()
                .commit(
                        GROUP,
                        IntStream.range(0, attempts).mapToObj(TestNode::attempt).toList(),
                        DESCRIPTION);
        return all;
    }

    private List<Missing> missing(Tuples expected) {
        return node.call(
                        DataVerbs.CHECK,
                        new Check(List.of(new Expected(1, expected.count(), GROUP.identity()))),
                        Checked.class)
                .missing();
    }

    @ParameterizedTest
    @EnumSource
    void staysInMemoryWhateverTheLayoutIs(Layout layout) {
        open(layout);
        Tuples all = store(16, TUPLES);
        assertThat(DataFiles.ofGroup(directory, 1)).containsExactly("commit-1");
        assertThat(node.server().memoryUsedBytes()).isPositive();
        assertThat(node.server().stat(GROUP).subgroups().get(0).runs())
                .as("it may be read often, so it is merged")
                .isEqualTo(1);
        assertThat(node.read(1, 0)).isEqualTo(all);
        assertThat(node.scan(1, 0, true)).isEqualTo(all);
        assertThat(missing(all)).isEmpty();
        assertThat(syncs).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource
    void whatDoesNotFitIsInAnUnsyncedFile(Layout layout) {
        open(layout);
        Tuples all = store(20, Tuples.numbered("key", 8000, "a value of some length"));
        assertThat(DataFiles.ofGroup(directory, 1)).containsExactlyInAnyOrder("0-1.tmp", "commit-1");
        assertThat(node.server().memoryUsedBytes()).isPositive();
        assertThat(node.read(1, 0)).isEqualTo(all);
        assertThat(node.scan(1, 0, true)).isEqualTo(all);
        assertThat(syncs).hasValue(0);
    }

    @Test
    void isLostAfterARestart() {
        open(Layout.BLOCKS);
        Tuples all = store(1, TUPLES);
        node.close();
        open(Layout.BLOCKS);
        assertThat(missing(all)).containsExactly(new Missing(1, 0, true, null));
        assertThatThrownBy(() -> node.read(1, 0))
                .hasMessageContaining("was stored in memory and is lost since the restart")
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    /** The rule is simple: it does not depend on how much memory was free. */
    @Test
    void isLostAfterARestartAlsoIfAFileHasAllOfIt() {
        node = TestNode.open(directory, CONFIG.withMemoryBytes(1));
        Tuples all = store(2, TUPLES);
        assertThat(DataFiles.ofGroup(directory, 1)).containsExactlyInAnyOrder("0-1.sss", "commit-1");
        assertThat(node.read(1, 0)).isEqualTo(all);
        assertThat(missing(all)).isEmpty();
        node.close();
        open(Layout.BLOCKS);
        assertThat(missing(all)).containsExactly(new Missing(1, 0, true, null));
    }
}

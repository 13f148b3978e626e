package org.sss.dataserver.fsck;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.index.BlockIndex;
import org.sss.dataserver.run.BlockRun;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.segment.FileRun;
import org.sss.dataserver.segment.FileSegment;
import org.sss.dataserver.segment.SegmentCache;
import org.sss.net.block.KeyRange;
import org.sss.net.control.GroupKey;

/** Each block that cannot be read is reported, and none of those beside them. */
final class FsckRunTest {
    private static final Tuples TUPLES = Tuples.numbered("key", 20_000, "x".repeat(100));

    @TempDir
    Path directory;

    private final List<String> problems = new ArrayList<>();
    private final FsckReport report = new FsckReport(finding -> problems.add(finding.text()));

    @BeforeEach
    void store() {
        try (TestNode node = TestNode.open(directory)) {
            node.store(7, 3, TUPLES);
        }
    }

    /** A run in a file with bad sectors. */
    private record BadRun(FileRun run, RunInfo info, Set<Integer> bad) implements BlockRun {

        @Override
        public BlockIndex index() {
            return run.index();
        }

        @Override
        public int read(int from, int to, int batchBytes, Consumer<ByteBuf> out) {
            List<ByteBuf> blocks = new ArrayList<>();
            int next = run.read(from, to, batchBytes, blocks::add);
            if (bad.stream().anyMatch(block -> block >= from && block < next)) {
                blocks.forEach(ByteBuf::release);
                throw new SssException(ErrorCode.STORAGE, "bad sectors in blocks " + from + " to " + next);
            }
            blocks.forEach(out);
            return next;
        }

        @Override
        public SssException corrupt(String what, Throwable cause) {
            return run.corrupt(what, cause);
        }

        @Override
        public void close() {
            run.close();
        }
    }

    private int verify(Integer... bad) {
        return verify(info -> info, bad);
    }

    /** @param stated changes what the manifest states of the run */
    private int verify(UnaryOperator<RunInfo> stated, Integer... bad) {
        try (SegmentCache cache = new SegmentCache(1, 1 << 20);
                FileRun run = new FileSegment(
                                7, () -> GroupKey.NO_IDENTITY, 3, 1, directory.resolve("groups/7/3-1.sss"), cache)
                        .runs(KeyRange.ALL)
                        .get(0)) {
            new FsckRun(new BadRun(run, stated.apply(run.info()), new TreeSet<>(List.of(bad))), report).verify();
            return run.index().blocks();
        }
    }

    @Test
    void aBadBlockInTheMiddleIsOneProblem() {
        int blocks = verify(20);
        assertThat(blocks).isGreaterThan(64);
        assertThat(problems).containsExactly("bad sectors in blocks 20 to 21");
        assertThat(report.summary(1).blocks()).isEqualTo(blocks - 1);
    }

    @Test
    void reportsBadBlocksFarFromEachOther() {
        int blocks = verify(0, 1, 66);
        assertThat(problems)
                .containsExactly(
                        "bad sectors in blocks 0 to 1",
                        "bad sectors in blocks 1 to 2",
                        "bad sectors in blocks 66 to 67");
        assertThat(report.summary(1).blocks()).isEqualTo(blocks - 3);
    }

    @Test
    void comparesTheDigestOfTheBlocks() {
        verify(info -> with(info, info.digest() ^ 1));
        assertThat(problems).singleElement().asString().contains("the digest of its blocks is");
    }

    @Test
    void aRunOfAnEarlierVersionHasNoDigest() {
        verify(info -> with(info, null));
        assertThat(problems).isEmpty();
    }

    private static RunInfo with(RunInfo info, Long digest) {
        return new RunInfo(
                info.run(), info.attempt(), info.sequence(), info.size(), info.firstKey(), info.lastKey(), digest);
    }
}

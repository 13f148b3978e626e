package org.sss.dataserver.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.RunInfo;
import org.sss.net.block.RunWriter;
import org.sss.net.control.DataVerbs.Stored;

/** Which runs are made of which, and that none of their tuples gets lost on the way. */
final class RunSealingTest {
    private final BlockValidator validator = new BlockValidator();
    private final OpenRuns runs = new OpenRuns(Path.of("none"));
    private final List<String> written = new ArrayList<>();

    /** Notes what it is given, and keeps nothing. */
    private final RunTarget target = new RunTarget() {
        @Override
        public void take(OpenRun run, BufferedBlock block) {
            written.add("as it is " + run.attempt().source());
            block.block().release();
        }

        @Override
        public void store(OpenRun run, BlockValidator loaded, byte[] bytes, int offset) {
            written.add("merged " + run.attempt().source());
        }

        @Override
        public void merged(BufferedBlock block) {
            block.block().release();
        }

        @Override
        public SealResult seal(RunSealing made) {
            throw new AssertionError("nobody asked for it");
        }
    };

    @AfterEach
    void close() {
        runs.all().forEach(run -> run.buffered().forEach(block -> block.block().release()));
        validator.close();
    }

    private OpenRun buffered(int source, Tuples tuples) {
        return buffered(source, tuples, Compression.NONE);
    }

    private OpenRun buffered(int source, Tuples tuples, Compression compression) {
        OpenRun run = runs.get(new Attempt(attempt(source)), 0);
        tuples.writeTo(new RunWriter(
                (bytes, length) -> {
                    ByteBuf block = Unpooled.wrappedBuffer(bytes, 0, length);
                    validator.load(block);
                    run.add(validator);
                    run.buffered().add(BufferedBlock.copy(validator));
                },
                compression));
        return run;
    }

    private RunSealing sealing(DataServerConfig config) {
        return new RunSealing("group 1, subgroup 2", config, config.merging().maxRuns(), validator, runs, target);
    }

    private RunSealing seal() throws IOException {
        RunSealing sealing = sealing(TestNode.CONFIG);
        sealing.run();
        return sealing;
    }

    private List<Integer> sources(RunSealing sealing) {
        return sealing.runs().stream().map(run -> run.attempt().source()).toList();
    }

    @Test
    void mergesAdjacentRunsInMemory() throws IOException {
        for (int source : new int[] {2, 0, 1}) {
            buffered(source, Tuples.of("key", "v" + source, "own" + source, "x"));
        }
        RunSealing sealing = seal();
        assertThat(written).containsExactly("merged 0");
        RunInfo run = sealing.runs().get(0);
        assertThat(run.tuples()).isEqualTo(6);
        assertThat(run.firstKey()).isEqualTo(Tuples.bytes("key"));
        assertThat(run.lastKey()).isEqualTo(Tuples.bytes("own2"));
    }

    @Test
    void aRunInTheFileSeparatesThoseInMemory() throws IOException {
        for (int source = 0; source < 5; source++) {
            buffered(source, Tuples.of("key", "v"));
        }
        OpenRun third = runs.inValueOrder().get(2);
        third.nextWritten();
        RunSealing sealing = seal();
        assertThat(sources(sealing)).containsExactly(0, 2, 3);
        assertThat(written).containsExactly("merged 0", "as it is 2", "merged 3");
    }

    @Test
    void aRunAloneIsNotEncodedAgain() throws IOException {
        buffered(0, Tuples.numbered("key", 5000, "value"));
        assertThat(seal().runs().get(0).blocks()).isEqualTo(written.size()).isGreaterThan(2);
        assertThat(written).containsOnly("as it is 0");
    }

    @Test
    void passesBlockBeforeAllOthersUnchanged() throws IOException {
        buffered(0, Tuples.numbered("b", 5000, "value"));
        buffered(1, Tuples.numbered("a", 5000, "value"));
        RunSealing sealing = seal();
        assertThat(written).contains("as it is 0").contains("merged 0");
        assertThat(sealing.runs()).hasSize(1);
        assertThat(sealing.runs().get(0).tuples()).isEqualTo(10_000);
    }

    @Test
    void mergeStaysWithinTheLimitsOfRunsAndMemory() throws IOException {
        for (int source = 0; source < 10; source++) {
            buffered(source, Tuples.of("key", "v"));
        }
        RunSealing sealing = sealing(TestNode.CONFIG.withMerge(1 << 20, 4));
        sealing.run();
        assertThat(sources(sealing)).containsExactly(0, 4, 8);
    }

    @Test
    void largeBlocksAreMergedInSmallNumbers() throws IOException {
        for (int source = 0; source < 5; source++) {
            buffered(source, Tuples.of().add(Tuples.bytes("key"), new byte[100_000]));
        }
        RunSealing sealing = sealing(TestNode.CONFIG.withMerge(250_000, 100));
        sealing.run();
        assertThat(sources(sealing)).containsExactly(0, 2, 4);
    }

    @Test
    void compressedBlocksCountAsTheyAreWithoutCompressionToo() throws IOException {
        for (int source = 0; source < 5; source++) {
            buffered(source, Tuples.of().add(Tuples.bytes("key"), new byte[60_000]), Compression.LZ4);
        }
        RunSealing sealing = sealing(TestNode.CONFIG.withMerge(150_000, 100));
        sealing.run();
        assertThat(sources(sealing)).containsExactly(0, 2, 4);
    }

    @Test
    void runsThatAreCompressedStayCompressed() throws IOException {
        buffered(0, Tuples.numbered("key", 5000, "value"), Compression.LZ4);
        buffered(1, Tuples.numbered("key", 5000, "value"), Compression.LZ4);
        RunInfo run = seal().runs().get(0);
        assertThat(run.dataBytes()).isEqualTo(2 * 5000 * 16);
        assertThat(run.storedBytes()).isLessThan(run.dataBytes() / 2);
    }

    @Test
    void eachAttemptHasWhatItPutAndTheFirstOneTheBlocks() throws IOException {
        buffered(0, Tuples.of("a", "1"));
        buffered(1, Tuples.of("a", "22", "b", "333"));
        RunSealing sealing = seal();
        long storedBytes = sealing.runs().get(0).storedBytes();
        assertThat(sealing.attempts())
                .isEqualTo(
                        Map.of(attempt(0), new Stored(1, 2, storedBytes, 1, 1), attempt(1), new Stored(2, 7, 0, 0, 0)));
    }

    @Test
    void aLostBlockIsFoundWithNumbers() {
        buffered(0, Tuples.of("a", "1"));
        OpenRun run = buffered(1, Tuples.numbered("key", 5000, "value"));
        run.buffered().pollLast().block().release();
        assertThatThrownBy(this::seal)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
                .hasMessageContaining("group 1, subgroup 2")
                .hasMessageContaining("5001 tuples of 80002 bytes were put")
                .hasMessageContaining("tuples of")
                .hasMessageContaining("are there");
    }

    @Test
    void aBlockThatComesTwiceIsFound() {
        buffered(0, Tuples.of("a", "1"));
        OpenRun run = buffered(1, Tuples.of("b", "2"));
        BufferedBlock block = run.buffered().peek();
        run.buffered().add(new BufferedBlock(block.firstKey(), block.block().retainedDuplicate()));
        assertThatThrownBy(this::seal)
                .hasMessageContaining("2 tuples of 4 bytes were put, 3 tuples of 6 bytes are there");
    }
}

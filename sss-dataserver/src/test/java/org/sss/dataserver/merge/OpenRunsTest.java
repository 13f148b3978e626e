package org.sss.dataserver.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.dataserver.Tuples.bytes;

import io.netty.buffer.Unpooled;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.run.RunInfo;
import org.sss.net.block.RunWriter;

final class OpenRunsTest {
    @TempDir
    private static Path directory;

    private final OpenRuns runs = new OpenRuns(directory.resolve("keys.tmp"));
    private final BlockValidator validator = new BlockValidator();

    @AfterEach
    void close() {
        runs.close();
        validator.close();
    }

    /** Loads a block with one tuple. */
    private BlockValidator block(byte[] key) {
        Tuples tuples = new Tuples().add(key, new byte[1]);
        tuples.writeTo(new RunWriter((bytes, length) -> validator.load(bytes.clone(), 0, length)));
        return validator;
    }

    private void add(OpenRun run, byte[] key) {
        run.checkFollows(block(key));
        run.add(validator);
    }

    private OpenRun buffered(int source, int blocks, int written) {
        OpenRun run = runs.get(new Attempt(attempt(source)), 0);
        for (int i = 0; i < blocks; i++) {
            run.buffered().add(new BufferedBlock(new byte[1], Unpooled.wrappedBuffer(new byte[100])));
        }
        for (int i = 0; i < written; i++) {
            run.nextWritten();
        }
        return run;
    }

    @Test
    void spillsPartlySpilledRunsFirstThenTheLargest() {
        OpenRun small = buffered(0, 1, 0);
        OpenRun smallInPart = buffered(1, 1, 7);
        OpenRun large = buffered(2, 5, 0);
        OpenRun largeInPart = buffered(3, 4, 1);
        assertThat(runs.inSpillOrder()).containsExactly(largeInPart, smallInPart, large, small);
    }

    @Test
    void ignoresRunsWithoutBufferedBlocks() {
        List<OpenRun> holders = new ArrayList<>();
        for (int source = 0; source < 2000; source++) {
            OpenRun run = buffered(source, source % 1000 == 5 ? source + 1 : 0, 3);
            if (source % 1000 == 5) {
                holders.add(0, run);
            }
        }
        assertThat(runs.inSpillOrder()).isEqualTo(holders).hasSize(2);
        assertThat(runs.all()).hasSize(2000);
    }

    /** With all of their first and last keys this would take more than the heap of this test. */
    @Test
    void thousandsOfRunsWithLongKeysTakeLittleMemory() {
        block(new byte[65_535]);
        for (int source = 0; source < 4000; source++) {
            OpenRun run = runs.get(new Attempt(attempt(source)), 0);
            run.checkFollows(validator);
            run.add(validator);
        }
        assertThat(runs.all()).hasSize(4000).allSatisfy(run -> {
            RunInfo info = run.finish();
            assertThat(info.firstKey().length + info.lastKey().length).isLessThanOrEqualTo(2 * RunInfo.MAX_KEY_BYTES);
        });
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void longLastKeysAreComparedWhole() {
        String alike = "x".repeat(50_000);
        OpenRun run = runs.get(new Attempt(attempt(0)), 0);
        OpenRun other = runs.get(new Attempt(attempt(1)), 0);
        add(run, bytes("a"));
        add(run, bytes(alike + "k"));
        add(other, bytes(alike + "zzz"));
        assertThatThrownBy(() -> run.checkFollows(block(bytes(alike + "j"))))
                .hasMessageContaining("below the last key");
        assertThatThrownBy(() -> run.checkFollows(block(bytes(alike)))).hasMessageContaining("below the last key");
        assertThatThrownBy(() -> run.checkFollows(block(bytes("x".repeat(100)))))
                .hasMessageContaining("below the last key");
        add(run, bytes(alike + "k"));
        assertThat(run.keyContinues()).isTrue();
        add(run, bytes(alike + "ka"));
        assertThat(run.keyContinues()).isFalse();
        add(run, bytes("y"));
        assertThatThrownBy(() -> run.checkFollows(block(bytes(alike + "z"))))
                .hasMessageContaining("below the last key");
        add(run, bytes("y".repeat(2000)));
        add(run, bytes("y".repeat(2001)));
        RunInfo info = run.finish();
        assertThat(info.firstKey()).isEqualTo(bytes("a"));
        assertThat(info.lastKey()).isEqualTo(bytes("y".repeat(RunInfo.MAX_KEY_BYTES)));
        assertThat(run.keyContinuesAt().stream()).containsExactly(2);
    }
}

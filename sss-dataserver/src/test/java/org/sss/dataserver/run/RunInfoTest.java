package org.sss.dataserver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.dataserver.Tuples.bytes;
import static org.sss.dataserver.run.RunInfo.MAX_KEY_BYTES;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.net.block.KeyRange;

/** What is known of a run whose keys are too long to be kept. */
final class RunInfoTest {
    private static final List<byte[]> KEYS = keys();

    /** Ascending; many differ only after what is retained of them, or end there. */
    private static List<byte[]> keys() {
        List<byte[]> keys = new ArrayList<>(List.of(new byte[0], bytes("a"), bytes("z")));
        for (int alike : new int[] {1, 1000, MAX_KEY_BYTES - 1, MAX_KEY_BYTES, MAX_KEY_BYTES + 1, 60_000}) {
            for (String end : List.of("", "a", "m", "mm", "z")) {
                keys.add(bytes("m".repeat(alike) + end));
            }
        }
        keys.sort(Arrays::compareUnsigned);
        return keys;
    }

    private static RunInfo run(byte[] first, byte[] last) {
        return new RunInfo(0, attempt(0), 0, new RunInfo.Size(1, 2, 3, 4), first, last);
    }

    @Test
    void storesThePrefixOfLongKeys() {
        RunInfo run = run(new byte[MAX_KEY_BYTES], new byte[60_000]);
        assertThat(run.firstKey()).hasSize(MAX_KEY_BYTES);
        assertThat(run.lastKey()).hasSize(MAX_KEY_BYTES);
        assertThat(run(bytes("a"), bytes("b")).lastKey()).isEqualTo(bytes("b"));
    }

    @Test
    void noKeyOfARunIsTakenForOneOutsideOfIt() {
        for (int first = 0; first < KEYS.size(); first++) {
            for (int last = first; last < KEYS.size(); last++) {
                RunInfo run = run(KEYS.get(first), KEYS.get(last));
                for (byte[] key : KEYS.subList(first, last + 1)) {
                    assertThat(run.startsAbove(key)).isFalse();
                    assertThat(run.endsBelow(key)).isFalse();
                    assertThat(run.overlaps(new KeyRange(key, Arrays.copyOf(key, key.length + 1))))
                            .isTrue();
                    assertThat(run.overlaps(new KeyRange(key, null))).isTrue();
                }
            }
        }
    }

    @Test
    void shortKeysDetermineWhatIsOutside() {
        RunInfo run = run(bytes("d"), bytes("m"));
        assertThat(run.startsAbove(bytes("c"))).isTrue();
        assertThat(run.endsBelow(bytes("ma"))).isTrue();
        assertThat(run.overlaps(new KeyRange(bytes("a"), bytes("d")))).isFalse();
        assertThat(run.overlaps(new KeyRange(bytes("m".repeat(60_000)), null))).isFalse();
        assertThat(run.overlaps(new KeyRange(null, bytes("d")))).isFalse();
        assertThat(run.overlaps(KeyRange.ALL)).isTrue();
    }
}

package org.sss.net.block;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sss.api.SssException;
import org.sss.net.testing.FuzzBlocks;
import org.sss.net.testing.FuzzTarget;

/**
 * One block of arbitrary bytes, read from its first to its last entry. One thread.
 *
 * <pre>
 *   input: 1 to repair the checksum, then the block
 * </pre>
 */
public final class BlockFuzz implements FuzzTarget {
    private final BlockReader block = new BlockReader();

    @Override
    public boolean accepts(byte[] input) {
        byte[] bytes = Arrays.copyOfRange(input, Math.min(1, input.length), input.length);
        if (input.length > 0 && (input[0] & 1) != 0) {
            FuzzBlocks.repair(bytes);
        }
        try {
            block.reset(bytes, 0, bytes.length);
            while (block.next()) {
                Objects.checkFromIndexSize(block.keyOffset(), block.keyLength(), block.array().length);
                Objects.checkFromIndexSize(block.valueOffset(), block.valueLength(), block.array().length);
            }
            return true;
        } catch (SssException refused) {
            return false;
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        for (Map.Entry<String, List<byte[]>> run : FuzzBlocks.runs().entrySet()) {
            byte[] first = run.getValue().get(0);
            byte[] seed = new byte[1 + first.length];
            System.arraycopy(first, 0, seed, 1, first.length);
            seed[0] = 1;
            seeds.put(run.getKey(), seed);
        }
        return seeds;
    }
}

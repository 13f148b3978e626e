package org.sss.dataserver.merge;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.testing.FuzzBlocks;
import org.sss.net.testing.FuzzBytes;
import org.sss.net.testing.FuzzTarget;

/**
 * The blocks of a run that somebody puts: what is checked before they are stored. One thread.
 *
 * <pre>
 *   input: 1 when checksums are to be made good, then blocks: u8 0, u16 length, block
 * </pre>
 */
public final class BlockValidatorFuzz implements FuzzTarget {
    @Override
    public boolean accepts(byte[] input) {
        FuzzBytes in = new FuzzBytes(input);
        boolean repaired = (in.nextByte() & 1) != 0;
        OpenRun run = new OpenRun(0, new AttemptId("w", 0, 0), 0);
        try (BlockValidator validator = new BlockValidator()) {
            while (!in.isEmpty()) {
                in.nextByte();
                byte[] block = FuzzBlocks.nextBlock(in, repaired);
                validator.load(block, 0, block.length);
                run.checkFollows(validator);
                validator.stage().clear();
                validator.stage().copy(block, 0, block.length);
                run.add(validator);
            }
            if (run.blocks() > 0) {
                run.finish();
            }
            return true;
        } catch (SssException refused) {
            return false;
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        FuzzBlocks.runs().forEach((name, run) -> seeds.put(name, FuzzBlocks.pack(1, 0, run)));
        return seeds;
    }
}

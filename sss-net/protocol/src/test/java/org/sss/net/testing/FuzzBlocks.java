package org.sss.net.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.sss.api.Compression;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.RunWriter;

/** Blocks for fuzz targets: valid seeds, and invalid blocks with a valid checksum. Stateless. */
public final class FuzzBlocks {
    private FuzzBlocks() {}

    /**
     * Gives any bytes the magic, length and checksum of a block, so that the code after these checks is reached.
     */
    public static byte[] repair(byte[] block) {
        if (block.length >= BlockFormat.HEADER_BYTES) {
            CRC32C crc = new CRC32C();
            crc.update(block, BlockFormat.FLAGS_AT, block.length - BlockFormat.FLAGS_AT);
            BigEndian.putInt(block, BlockFormat.MAGIC_AT, BlockFormat.MAGIC);
            BigEndian.putInt(block, BlockFormat.LENGTH_AT, block.length);
            BigEndian.putInt(block, BlockFormat.CRC_AT, (int) crc.getValue());
        }
        return block;
    }

    /** Runs by name; all are small except {@code pieces}, which has a value in three blocks. */
    public static Map<String, List<byte[]>> runs() {
        Map<String, List<byte[]>> runs = new LinkedHashMap<>();
        runs.put("one", run(Compression.NONE, "a", "1"));
        runs.put("empty", run(Compression.NONE, "", ""));
        runs.put("many", run(Compression.NONE, many()));
        runs.put("lz4", run(Compression.LZ4, many()));
        runs.put("zstd", run(Compression.ZSTD, many()));
        runs.put(
                "pieces",
                run(Compression.LZ4, "a", "1", "k", "v".repeat(2 * BlockFormat.MAX_PIECE_BYTES + 9), "z", "2"));
        return runs;
    }

    private static String[] many() {
        String[] many = new String[80];
        for (int i = 0; i < many.length; i += 2) {
            many[i] = String.format("key-%02d", i / 6);
            many[i + 1] = "value " + i;
        }
        return many;
    }

    private static List<byte[]> run(Compression compression, String... keysAndValues) {
        List<byte[]> blocks = new ArrayList<>();
        RunWriter writer = new RunWriter((block, length) -> blocks.add(Arrays.copyOf(block, length)), compression);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            byte[] key = keysAndValues[i].getBytes(StandardCharsets.UTF_8);
            byte[] value = keysAndValues[i + 1].getBytes(StandardCharsets.UTF_8);
            writer.add(key, 0, key.length, value, 0, value.length);
        }
        writer.finish();
        return blocks;
    }

    /** Encodes each block as {@code u8 tag, u16 length, bytes}, the input of {@link #nextBlock}. */
    public static byte[] pack(int head, int tag, List<byte[]> blocks) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        packed.write(head);
        for (byte[] block : blocks) {
            packed.write(tag);
            packed.write(block.length >>> 8);
            packed.write(block.length);
            packed.writeBytes(block);
        }
        return packed.toByteArray();
    }

    /** Returns the next block after its tag, with a repaired checksum if requested. */
    public static byte[] nextBlock(FuzzBytes in, boolean repaired) {
        byte[] block = in.next(in.nextShort());
        return repaired ? repair(block) : block;
    }
}

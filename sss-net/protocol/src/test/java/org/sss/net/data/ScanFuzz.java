package org.sss.net.data;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sss.api.SssException;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockReader;
import org.sss.net.control.DataVerbs;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.testing.FuzzBlocks;
import org.sss.net.testing.FuzzBytes;
import org.sss.net.testing.FuzzTarget;
import org.sss.net.transport.Message;

/**
 * The stream of a data server for a scan, as a client reads it: single blocks, frames of several blocks, and frames of
 * several runs, which are merged; in any mixture. One thread.
 *
 * <pre>
 *   input: 1 to repair checksums, then frames:
 *          0, u16 length, bytes
 *          1, u8 number of blocks, blocks: u8 bytes before it, u16 length, block    as "SSF" 1
 *          2, u8 number of blocks, blocks: u8 run, u16 length, block                as "SSF" 2
 * </pre>
 */
public final class ScanFuzz implements FuzzTarget {
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final DataVerbs.Scan SCAN = new DataVerbs.Scan(7, 3, true, null, null);

    @Override
    public boolean accepts(byte[] input) {
        FuzzBytes in = new FuzzBytes(input);
        boolean repaired = (in.nextByte() & 1) != 0;
        List<byte[]> frames = new ArrayList<>();
        List<byte[]> sent = new ArrayList<>();
        while (!in.isEmpty()) {
            switch (in.nextByte() % 3) {
                case 0 -> {
                    byte[] block = FuzzBlocks.nextBlock(in, repaired);
                    sent.add(block);
                    frames.add(block);
                }
                case 1 -> addBatch(in, repaired, frames, sent);
                default -> addRunBatch(in, repaired, frames, sent);
            }
        }
        AnsweringConnection server =
                new AnsweringConnection(frames, Json.write(new DataVerbs.Scanned(sent.size(), tuples(sent), null)));
        boolean taken = isTaken(server);
        server.checkAllReleased();
        return taken;
    }

    /** Statistics from the block headers. */
    private static long tuples(List<byte[]> blocks) {
        return blocks.stream()
                .filter(block -> block.length >= BlockFormat.HEADER_BYTES)
                .mapToLong(block -> BigEndian.getInt(block, BlockFormat.TUPLES_AT))
                .sum();
    }

    private static void addBatch(FuzzBytes in, boolean repaired, List<byte[]> frames, List<byte[]> sent) {
        int count = in.nextByte() % 8;
        ByteBuf frame = Unpooled.buffer().writeZero(BlockBatch.headBytes(count));
        BlockBatch.putHead(frame, count);
        for (int i = 0; i < count; i++) {
            int before = in.nextByte();
            byte[] block = FuzzBlocks.nextBlock(in, repaired);
            BlockBatch.putEntry(frame, i, before, block.length);
            frame.writeZero(before).writeBytes(block);
            sent.add(block);
        }
        frames.add(Arrays.copyOf(frame.array(), frame.readableBytes()));
    }

    private static void addRunBatch(FuzzBytes in, boolean repaired, List<byte[]> frames, List<byte[]> sent) {
        int count = in.nextByte() % 8;
        ByteBuf frame = Unpooled.buffer();
        ByteBuf blocks = Unpooled.buffer();
        RunBatch.writeHead(frame, count);
        for (int i = 0; i < count; i++) {
            int run = in.nextByte();
            byte[] block = FuzzBlocks.nextBlock(in, repaired);
            RunBatch.writeEntry(frame, 0, block.length, run);
            blocks.writeBytes(block);
            sent.add(block);
        }
        frame.writeBytes(blocks);
        frames.add(Arrays.copyOf(frame.array(), frame.readableBytes()));
    }

    private static boolean isTaken(AnsweringConnection server) {
        DataQueue queue = DataQueue.open(server, DataVerbs.SCAN, Message.of(Json.write(SCAN)));
        try (RemoteBlocks blocks =
                new RemoteBlocks(queue, AT_ONCE, "a scan", new DamageSearch(() -> server, SCAN, AT_ONCE))) {
            BlockReader block = new BlockReader();
            while (blocks.next(block)) {
                while (block.next()) {
                    Objects.checkFromIndexSize(block.keyOffset(), block.keyLength(), block.array().length);
                    Objects.checkFromIndexSize(block.valueOffset(), block.valueLength(), block.array().length);
                }
            }
            return true;
        } catch (SssException refused) {
            return false;
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        Map<String, List<byte[]>> runs = FuzzBlocks.runs();
        byte[] many = runs.get("many").get(0);
        byte[] lz4 = runs.get("lz4").get(0);
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        seeds.put("single", FuzzBlocks.pack(1, 0, List.of(many)));
        seeds.put("batch", frames(1, many, lz4));
        seeds.put("merged", frames(2, many, lz4));
        return seeds;
    }

    /** One frame of two blocks. */
    private static byte[] frames(int form, byte[] first, byte[] second) {
        ByteArrayOutputStream seed = new ByteArrayOutputStream();
        seed.write(1);
        seed.write(form);
        seed.writeBytes(FuzzBlocks.pack(2, 0, List.of(first)));
        seed.writeBytes(Arrays.copyOfRange(FuzzBlocks.pack(0, 1, List.of(second)), 1, 4 + second.length));
        return seed.toByteArray();
    }
}

package org.sss.dataserver.run;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory.SegmentName;
import org.sss.dataserver.fsck.FsckReport;
import org.sss.dataserver.fsck.FsckSegment;
import org.sss.dataserver.index.IndexPage;
import org.sss.dataserver.merge.FuzzSegments;
import org.sss.dataserver.process.Closing;
import org.sss.dataserver.scan.KeyLookup;
import org.sss.dataserver.segment.FileRun;
import org.sss.dataserver.segment.FileSegment;
import org.sss.dataserver.segment.SegmentCache;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyRange;
import org.sss.net.control.GroupKey;
import org.sss.net.testing.FuzzBlocks;
import org.sss.net.testing.FuzzTarget;

/**
 * The file of a segment, after its content: trailer, head with the manifest, pages of indexes. It is verified as
 * {@code sss fsck} does, and read as scans and point reads do. What is found to be whole can be read, and each key is
 * found with all of its values. One thread.
 *
 * <pre>
 *   input: 1 when checksums are to be made good, then the file
 * </pre>
 */
public final class SegmentFuzz implements FuzzTarget {
    private static final int BATCH_BYTES = 4 << 10;
    /** Two entries in each, so that few blocks have an index of several levels. */
    private static final int SMALL_PAGE_BYTES = 1;

    /** Keeps netty from giving its memory back, and taking and clearing it again, at each block that is read. */
    private static final ByteBuf ARENA = PooledByteBufAllocator.DEFAULT.directBuffer(1);

    private Path file;

    @Override
    public boolean accepts(byte[] input) throws IOException {
        byte[] bytes = Arrays.copyOfRange(input, Math.min(1, input.length), input.length);
        Files.write(file(), input.length > 0 && (input[0] & 1) != 0 ? FuzzSegments.repair(bytes) : bytes);
        List<String> problems = new ArrayList<>();
        new FsckSegment(
                        FuzzSegments.GROUP,
                        GroupKey.NO_IDENTITY,
                        new SegmentName(FuzzSegments.SUBGROUP, FuzzSegments.NUMBER, true),
                        file,
                        new FsckReport(finding -> problems.add(finding.text())))
                .verify(null);
        boolean scanned = isTaken(this::scanAll);
        boolean found = isTaken(this::findAll);
        if (problems.isEmpty() && !(scanned && found)) {
            throw new AssertionError("fsck finds nothing wrong: scanned " + scanned + ", all keys found " + found);
        }
        return problems.isEmpty();
    }

    private Path file() throws IOException {
        if (file == null) {
            file = Files.createTempFile("segment", ".sss");
            file.toFile().deleteOnExit();
        }
        return file;
    }

    private static boolean isTaken(Predicate<SegmentCache> reading) {
        try (SegmentCache cache = new SegmentCache(1, 1 << 20)) {
            return reading.test(cache);
        } catch (SssException refused) {
            return false;
        }
    }

    private FileSegment segment(SegmentCache cache) {
        return new FileSegment(
                FuzzSegments.GROUP,
                () -> GroupKey.NO_IDENTITY,
                FuzzSegments.SUBGROUP,
                FuzzSegments.NUMBER,
                file,
                cache);
    }

    /** As for the wire, many blocks in a frame. */
    private boolean scanAll(SegmentCache cache) {
        List<FileRun> runs = segment(cache).runs(KeyRange.ALL);
        try {
            for (FileRun run : runs) {
                FrameSource frames = run.batches(KeyRange.ALL, new FrameForm(BATCH_BYTES, false, true));
                for (ByteBuf frame; (frame = frames.next()) != null; ) {
                    frame.release();
                }
            }
            return true;
        } finally {
            Closing.each(runs, Run::close);
        }
    }

    /** Asks for each key that a walk through all blocks finds, and whether it has as many values. */
    private boolean findAll(SegmentCache cache) {
        FileSegment segment = segment(cache);
        TreeMap<byte[], Integer> values = new TreeMap<>(Arrays::compareUnsigned);
        List<FileRun> runs = segment.runs(KeyRange.ALL);
        try {
            runs.forEach(run -> count(run, values));
        } finally {
            Closing.each(runs, Run::close);
        }
        try (KeyLookup lookup = new KeyLookup(List.of(segment), KeyRange.ALL, new BlockSlots())) {
            return values.entrySet().stream().allMatch(key -> hasAll(lookup, key.getKey(), key.getValue()));
        }
    }

    private static boolean hasAll(KeyLookup lookup, byte[] key, int count) {
        AnswerBytes answer = new AnswerBytes();
        answer.startKey();
        lookup.find(key, 0, key.length, answer);
        answer.endKey();
        return answer.isTooLarge() || BigEndian.getInt(answer.array(), 0) == count;
    }

    private static void count(FileRun run, TreeMap<byte[], Integer> values) {
        BlockReader block = new BlockReader();
        try (BlockSource source = run.source(KeyRange.ALL, BATCH_BYTES)) {
            while (source.next(block)) {
                while (block.next()) {
                    values.merge(block.key(), block.valueContinues() ? 0 : 1, Integer::sum);
                }
            }
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        Map<String, List<byte[]>> runs = FuzzBlocks.runs();
        String longKey = "k".repeat(IndexPage.MAX_KEY_BYTES);
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        seeds.put("none", seed());
        seeds.put("one", seed(runs.get("one")));
        seeds.put("two-runs", seed(runs.get("many"), runs.get("lz4")));
        seeds.put("pieces", seed(runs.get("pieces")));
        seeds.put(
                "levels",
                seed(FuzzSegments.blocks("a", "a", "b", "c", "d", "e", "e"), FuzzSegments.blocks("b", "c", "f")));
        seeds.put("cut-keys", seed(FuzzSegments.blocks(longKey, longKey + 1, longKey + 2, longKey + 2)));
        return seeds;
    }

    @SafeVarargs
    private static byte[] seed(List<byte[]>... runs) {
        try {
            byte[] file = FuzzSegments.file(SMALL_PAGE_BYTES, List.of(runs));
            byte[] seed = new byte[1 + file.length];
            seed[0] = 1;
            System.arraycopy(file, 0, seed, 1, file.length);
            return seed;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

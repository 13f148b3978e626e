package org.sss.io;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.TupleSource.Split;

/** Makes splits of parts of files, several small files to one split, in the order in which they come. One thread. */
final class FilePacks {
    /** Compressed files count as so many times their size. */
    private static final int EXPANSION = 4;
    /** Of the descriptions of the files in one split: it goes to its task with the header of a stream, which is bounded. */
    private static final int MAX_DESCRIBED_BYTES = 64 << 10;

    private final long packBytes;
    private final List<Split> splits = new ArrayList<>();
    private final List<FileSplit> pack = new ArrayList<>();
    private long packed;
    private long described;

    /** @param packBytes the most in one split of several files */
    FilePacks(long packBytes) {
        this.packBytes = packBytes;
    }

    boolean isSmall(FileSplit file) {
        return weight(file) <= packBytes;
    }

    /** A small file. */
    void add(FileSplit file) {
        if (packed + weight(file) > packBytes || described + file.describedBytes() > MAX_DESCRIBED_BYTES) {
            endPack();
        }
        pack.add(file);
        packed += weight(file);
        described += file.describedBytes();
    }

    void addAlone(FileSplit part) {
        endPack();
        splits.add(FileSplit.pack(List.of(part)));
    }

    List<Split> splits() {
        endPack();
        return splits;
    }

    private void endPack() {
        if (!pack.isEmpty()) {
            splits.add(FileSplit.pack(pack));
            pack.clear();
            packed = 0;
            described = 0;
        }
    }

    private static long weight(FileSplit file) {
        return file.kind() == FileKind.PLAIN ? file.bytes() : EXPANSION * file.bytes();
    }
}

package org.sss.io;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.TupleSource.Split;
import org.sss.io.content.FileKind;

/** Builds splits of file ranges, in order; several small files become one split. Not thread-safe. */
final class FilePacks {
    /** Compressed files count with this multiple of their size. */
    private static final int EXPANSION = 4;
    /** Limit for the descriptions of the files in one split, which are sent in the header of a stream. */
    private static final int MAX_DESCRIBED_BYTES = 64 << 10;

    private final long packBytes;
    private final List<Split> splits = new ArrayList<>();
    private final List<FileSplit> pack = new ArrayList<>();
    private long packed;
    private long described;

    /** @param packBytes maximum size of a split of several files */
    FilePacks(long packBytes) {
        this.packBytes = packBytes;
    }

    boolean isSmall(FileSplit file) {
        return weight(file) <= packBytes;
    }

    /** Adds a small file. */
    void add(FileSplit file) {
        if (packed + weight(file) > packBytes || described + file.describedBytes() > MAX_DESCRIBED_BYTES) {
            endPack();
        }
        pack.add(file);
        packed += weight(file);
        described += file.describedBytes();
    }

    void addAlone(FileSplit file) {
        endPack();
        splits.add(FileSplit.pack(List.of(file)));
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

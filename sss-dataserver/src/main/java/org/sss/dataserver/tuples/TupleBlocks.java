package org.sss.dataserver.tuples;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.sss.dataserver.run.TupleTotals;
import org.sss.net.block.KeyRange;
import org.sss.net.block.RunWriter;

/** Makes blocks of the tuples of a segment in the file of a node. One thread at a time. */
final class TupleBlocks {
    private final TupleSegment segment;
    private final boolean whole;
    private final TupleReader reader;
    private final Queue<byte[]> ready = new ArrayDeque<>(2);
    private final RunWriter writer = new RunWriter((bytes, length) -> ready.add(Arrays.copyOf(bytes, length)));
    /** Number of the key whose value has more chunks to come; or 0. */
    private long openKey;

    private boolean ended;

    TupleBlocks(TupleSegment segment, KeyRange range, int batchBytes) {
        this.segment = segment;
        whole = range.isAll();
        reader = new TupleReader(segment, range, batchBytes, new TupleBatch());
    }

    /** Returns the next block, or null. */
    byte[] next() {
        while (ready.isEmpty() && !ended) {
            if (reader.next()) {
                add();
            } else {
                end();
            }
        }
        return ready.poll();
    }

    private void add() {
        if (openKey == 0 && !reader.valueContinues()) {
            writer.add(reader.key(), 0, reader.keyLength(), reader.array(), reader.valueOffset(), reader.valueLength());
        } else {
            addChunk();
        }
    }

    private void addChunk() {
        if (openKey == 0) {
            openKey = reader.keys();
            writer.startValue(Arrays.copyOf(reader.key(), reader.keyLength()));
        } else if (openKey != reader.keys()) {
            throw brokenValue();
        }
        int at = reader.valueOffset();
        byte[] chunk = Arrays.copyOfRange(reader.array(), at, at + reader.valueLength());
        openKey = reader.valueContinues() ? openKey : 0;
        writer.addPiece(chunk, chunk.length, openKey == 0);
    }

    private RuntimeException brokenValue() {
        return segment.corrupt("a value in chunks ends before its last chunk", null);
    }

    private void end() {
        if (openKey != 0) {
            throw brokenValue();
        }
        TupleTotals committed = TupleTotals.of(segment.runs().whole().stored());
        TupleTotals found = new TupleTotals(writer.tupleCount(), writer.dataBytes());
        if (whole && !found.equals(committed)) {
            throw segment.corrupt("it has " + found + ", " + committed + " were committed", null);
        }
        writer.finish();
        ended = true;
    }

    /** There are no more blocks. */
    void close() {
        ended = true;
        ready.clear();
    }
}

package org.sss.client.link;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.RunWriter;

/** A value that is read from a stream and written in pieces. Buffers some MiB. One thread at a time. */
public final class StreamedValue {
    /** Number of pieces that are read before anything is sent; usually the whole value. */
    private static final int READ_AHEAD_PIECES = (4 << 20) / BlockFormat.MAX_PIECE_BYTES;

    private final byte[] key;
    private final InputStream in;
    private final Deque<byte[]> ahead = new ArrayDeque<>();
    private boolean complete;

    private StreamedValue(byte[] key, InputStream in) {
        this.key = key;
        this.in = in;
    }

    public static StreamedValue readAhead(byte[] key, InputStream in) throws IOException {
        StreamedValue value = new StreamedValue(key, in);
        while (!value.complete && value.ahead.size() < READ_AHEAD_PIECES) {
            value.readPiece();
        }
        return value;
    }

    public boolean isOnePiece() {
        return complete && ahead.size() <= 1;
    }

    public byte[] onePiece() {
        return ahead.isEmpty() ? new byte[0] : ahead.getFirst();
    }

    /** Returns true if the stream was read to its end, so that it can no longer fail. */
    public boolean isComplete() {
        return complete;
    }

    /** Writes the whole value as a run. */
    public void writeTo(RunWriter run) throws IOException {
        run.startValue(key);
        while (!ahead.isEmpty()) {
            byte[] piece = ahead.removeFirst();
            if (!complete) {
                readPiece();
            }
            run.addPiece(piece, piece.length, ahead.isEmpty());
        }
        run.finish();
    }

    private void readPiece() throws IOException {
        byte[] piece = in.readNBytes(BlockFormat.MAX_PIECE_BYTES);
        complete = piece.length < BlockFormat.MAX_PIECE_BYTES;
        if (piece.length > 0) {
            ahead.addLast(piece);
        }
    }
}

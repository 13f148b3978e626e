package org.sss.dataserver.tuples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.dataserver.Tuples.bytes;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.merge.BlockValidator;
import org.sss.dataserver.merge.OpenRun;
import org.sss.net.block.RunWriter;

/** Each block that is put has as many records as values and pieces, and who keeps fewer or more of them is found. */
final class TupleRecordsTest {
    private final BlockValidator validator = new BlockValidator();
    private final OpenRun run = new OpenRun(3, attempt(0), 0);
    private long records;

    @AfterEach
    void close() {
        validator.close();
    }

    /** As a file that keeps {@code more} records than it is given, from record {@code from} on. */
    private TupleRecords into(int more, long from) {
        return new TupleRecords(7, 5, batch -> {
            long before = records;
            for (ByteBuffer left = batch.duplicate(); left.hasRemaining(); records++) {
                int keyBytes = left.getInt();
                int valueBytes = left.getInt();
                left.position(left.position() + keyBytes + valueBytes);
            }
            return records - before + (before <= from && from < records ? more : 0);
        });
    }

    private RunWriter writer(TupleRecords into) {
        int[] ofLastKey = new int[1];
        return new RunWriter((bytes, length) -> {
            validator.load(Unpooled.wrappedBuffer(bytes, 0, length));
            run.checkFollows(validator);
            try {
                ofLastKey[0] = into.put(run, validator, ofLastKey[0]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            run.add(validator);
        });
    }

    @Test
    void allRecordsOfManyBatchesAreCounted() {
        Tuples.numbered("key", 5000, "value")
                .add(bytes("large"), new byte[700_000])
                .writeTo(writer(into(0, 0)));
        assertThat(records).isEqualTo(5003);
    }

    @Test
    void emptyChunkHasNoRecord() {
        RunWriter writer = writer(into(0, 0));
        writer.startValue(bytes("key"));
        writer.addPiece(new byte[100], 100, false);
        writer.addPiece(new byte[0], 0, false);
        writer.addPiece(new byte[0], 0, true);
        writer.finish();
        assertThat(records).isEqualTo(2);
    }

    private void isFound(int more, long from, String found) {
        assertThatThrownBy(() -> Tuples.numbered("key", 5000, "x".repeat(500)).writeTo(writer(into(more, from))))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
                .hasMessageContaining("group 7, subgroup 5, block " + run.blocks() + " of run 0 of attempt")
                .hasMessageContaining("63 records were put, the file has " + found + " more");
    }

    @Test
    void detectsMissingRecord() {
        isFound(-1, 0, "62");
    }

    @Test
    void oneThatItHasTwiceInALaterBlockIsFoundToo() {
        isFound(1, 200, "64");
        assertThat(run.blocks()).isEqualTo(3);
    }
}

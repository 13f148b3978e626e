package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.RunWriter;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Put;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** A put stream as a task has it. One thread at a time; callbacks complete the answer. */
public final class PutClient implements StreamHandler {
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    private final CompletableFuture<Stored> answer = new CompletableFuture<>();
    private final Stream stream;

    PutClient(Connection connection, long group, AttemptId attempt) {
        this(connection, new Put(GroupKey.of(group), attempt, false));
    }

    PutClient(Connection connection, Put put) {
        stream = connection.open(DataVerbs.PUT.name(), Json.write(put), this);
    }

    /** Writes a run; its blocks are sent as they get full. */
    RunWriter run(int subgroup, int sequence) {
        return run(subgroup, sequence, Compression.NONE);
    }

    private RunWriter run(int subgroup, int sequence, Compression compression) {
        return new RunWriter((bytes, length) -> send(subgroup, sequence, bytes, length), compression);
    }

    public PutClient put(int subgroup, int sequence, Tuples tuples) {
        return put(subgroup, sequence, tuples, Compression.NONE);
    }

    public PutClient put(int subgroup, int sequence, Tuples tuples, Compression compression) {
        tuples.writeTo(run(subgroup, sequence, compression));
        return this;
    }

    void send(int subgroup, int sequence, byte[] block, int length) {
        ByteBuf frame = Unpooled.buffer(8 + length);
        frame.writeInt(subgroup).writeInt(sequence).writeBytes(block, 0, length);
        stream.send(frame);
    }

    void fail() {
        stream.fail(new SssException(ErrorCode.CANCELLED, "the test cancelled"));
    }

    /** Ends the stream and waits for the answer. */
    public Stored finish() {
        stream.end(new byte[0]);
        return await();
    }

    /** Waits for the answer, or for the error. */
    public Stored await() {
        try {
            return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw SssException.of(e, "put");
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("no answer of a put stream", e);
        }
    }

    @Override
    public void onData(ByteBuf data) {
        data.release();
    }

    @Override
    public void onEnd(Message trailer) {
        answer.complete(Json.read(trailer, Stored.class, "the answer"));
    }

    @Override
    public void onError(SssException error) {
        answer.completeExceptionally(error);
    }
}

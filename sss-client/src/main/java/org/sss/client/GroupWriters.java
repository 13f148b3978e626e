package org.sss.client;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.sss.api.ErrorCode;
import org.sss.api.Partitioners;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.GroupWrite;

/**
 * Writers of one new group, one for each of several threads, which are committed atomically. Each thread uses its own
 * writer and calls {@link GroupWriter#finish()} at the end; then one thread commits. Values of a key are in the order
 * of the writers, and of one writer in the order of its calls. Each writer has its own buffer, see {@link GroupWriter}.
 *
 * <pre>{@code
 * try (GroupWriters<String, Long> writers = client.writers(stock, 4)) {
 *     inParallel(4, i -> {
 *         writers.get(i).append("apple", 3L);
 *         writers.get(i).finish();
 *     });
 *     writers.commit();
 * }
 * }</pre>
 */
public final class GroupWriters<K, V> implements AutoCloseable {
    private final String group;
    private final TupleGroup<K, V> description;
    private final WriterPlacement<K, V> placement;
    private final GroupWrite write;
    /** Created when they are first used, since each has a buffer until it has finished. */
    private final AtomicReferenceArray<GroupWriter<K, V>> writers;
    /** Then no writer is created any more. */
    private boolean closed; // guarded by this
    /** The failure of {@link #appendAll}, after which an unknown part of its source was appended; or null. */
    private Throwable failure;

    GroupWriters(ClusterLink link, TupleGroup<K, V> group, int count, String createdBy) {
        this(link, group, WriterPlacement.of(link, group, Partitioners.hash()), count, createdBy);
    }

    GroupWriters(
            ClusterLink link, TupleGroup<K, V> group, WriterPlacement<K, V> placement, int count, String createdBy) {
        if (count < 1) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "group '" + group.name() + "' needs at least one writer, not " + count);
        }
        this.group = group.name();
        description = group;
        this.placement = placement;
        writers = new AtomicReferenceArray<>(count);
        write = GroupWriter.open(link, group, placement, createdBy);
        try {
            get(0);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    public int size() {
        return writers.length();
    }

    /**
     * Returns the writer of one thread. Its buffer is allocated by the first call and is free again after its
     * {@link GroupWriter#finish()}, so there may be many writers that are used one after another. Any thread may call
     * this.
     *
     * @param number from 0
     * @throws SssException CLOSED if the group was committed or closed before the first use of this writer
     */
    public GroupWriter<K, V> get(int number) {
        GroupWriter<K, V> writer = writers.get(number);
        return writer != null ? writer : create(number);
    }

    private synchronized GroupWriter<K, V> create(int number) {
        GroupWriter<K, V> writer = writers.get(number);
        if (writer == null) {
            if (closed) {
                throw new SssException(
                        ErrorCode.CLOSED,
                        "the writers of group '" + group
                                + "' were committed or closed; open new ones with writers(...)");
            }
            writer = new GroupWriter<>(write.puts(), description, placement, GroupWriter.attempt(number));
            writers.set(number, writer);
        }
        return writer;
    }

    /** All that there will be, when no more is to be created. */
    private synchronized List<GroupWriter<K, V>> end() {
        closed = true;
        return IntStream.range(0, writers.length())
                .mapToObj(writers::get)
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * Appends all tuples of a source, such as the files of {@link org.sss.io.Sources}. Each writer reads a share of the
     * splits on its own thread, so {@link TupleSource#read} is called concurrently. Values of a key are in the order of
     * the source.
     *
     * @param done counts tuples and bytes during the call
     * @throws SssException exceptions of the source; CANCELLED if this thread is interrupted. The writers can then only
     *     be closed
     */
    public void appendAll(TupleSource<K, V> source, Transferred done) {
        checkNotFailed();
        try {
            new SourceImport<>(source, this, done).run();
        } catch (RuntimeException | Error e) {
            failure = e;
            throw e;
        }
    }

    private void checkNotFailed() {
        if (failure != null) {
            ErrorCode code = failure instanceof SssException known ? known.code() : ErrorCode.INTERNAL;
            throw new SssException(
                    code,
                    "an earlier appendAll to group '" + group
                            + "' failed, so its source was written only partially; close"
                            + " these writers and write the group again (" + failure.getMessage() + ")",
                    failure);
        }
    }

    /**
     * For writers that threads may still be using: their buffers are not reused. The writers can then only be closed.
     */
    void abandon() {
        end().forEach(GroupWriter::abandon);
    }

    /**
     * Makes the group visible with the tuples of all writers, durably. Finishes unfinished writers, one after another.
     */
    public Group commit() {
        checkNotFailed();
        List<GroupWriter<K, V>> all = end();
        all.forEach(GroupWriter::finish);
        Group ready = new Group(write.commit(
                all.stream().flatMap(writer -> writer.attempts().stream()).toList()));
        close();
        return ready;
    }

    /** Discards everything unless it was committed. Idempotent; no writer may be in use. */
    @Override
    public void close() {
        end().forEach(GroupWriter::close);
        write.close();
    }
}

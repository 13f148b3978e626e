package org.sss.client;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.client.link.ClusterLink;
import org.sss.client.text.Transferred;
import org.sss.net.control.GroupInfo;

/**
 * Writers of one new group, one for each of several threads, which are committed atomically. Each thread uses its own writer
 * and calls {@link GroupWriter#finish()} at the end; then one thread commits. Values of a key are in the order of the writers,
 * and of one writer in the order of its calls. Each writer has its own buffer, see {@link GroupWriter}.
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
    private final GroupWrite write;
    private final List<GroupWriter<K, V>> writers = new ArrayList<>();
    /** The failure of {@link #appendAll}, after which an unknown part of its source was appended; or null. */
    private Throwable failure;

    public GroupWriters(ClusterLink link, TupleGroup<K, V> group, int count, String createdBy) {
        if (count < 1) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "group '" + group.name() + "' needs at least one writer, not "
                    + count);
        }
        this.group = group.name();
        write = GroupWriter.open(link, group, createdBy);
        try {
            for (int i = 0; i < count; i++) {
                writers.add(new GroupWriter<>(write, group, i, false));
            }
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    public int size() {
        return writers.size();
    }

    /**
     * Returns the writer of one thread.
     *
     * @param number from 0
     */
    public GroupWriter<K, V> get(int number) {
        return writers.get(number);
    }

    /**
     * Appends all tuples of a source, such as the files of {@link org.sss.io.Sources}. Each writer reads a share of the splits on
     * its own thread, so {@link TupleSource#read} is called concurrently. Values of a key are in the order of the source.
     *
     * @param done counts tuples and bytes during the call
     * @throws SssException exceptions of the source; CANCELLED if this thread is interrupted. The writers can then only be closed
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
            throw new SssException(code, "an earlier appendAll to group '" + group + "' failed, so its source was written only partially; close"
                    + " these writers and write the group again (" + failure.getMessage() + ")", failure);
        }
    }

    /** For writers that threads may still be using: their buffers are not reused. The writers can then only be closed. */
    void abandon() {
        writers.forEach(GroupWriter::abandon);
    }

    /** Makes the group visible with the tuples of all writers, durably. Finishes unfinished writers, one after another. */
    public GroupInfo commit() {
        checkNotFailed();
        writers.forEach(GroupWriter::finish);
        GroupInfo ready = write.commit(writers.stream().flatMap(writer -> writer.attempts().stream()).toList());
        close();
        return ready;
    }

    /** Discards everything unless it was committed. Idempotent; no writer may be in use. */
    @Override
    public void close() {
        writers.forEach(GroupWriter::close);
        write.close();
    }
}

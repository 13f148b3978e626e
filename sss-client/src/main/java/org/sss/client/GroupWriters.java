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
 * Writers of one new group, one for each of several threads, which are committed together or not at all. Each thread uses its
 * own writer and ends with {@link GroupWriter#finish()}; then one thread commits. Values of a key come in the order of the
 * writers, and for one writer in the order in which they were appended. Each writer keeps a buffer of its own, see
 * {@link GroupWriter}.
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
    /** What {@link #appendAll} failed with, or null: nobody knows how much of its source was appended. */
    private Throwable failure;

    public GroupWriters(ClusterLink link, TupleGroup<K, V> group, int count, String createdBy) {
        if (count < 1) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "group '" + group.name() + "' needs at least one writer, not "
                    + count);
        }
        this.group = group.name();
        write = GroupWriter.begin(link, group, createdBy);
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

    /** The writer of one thread, from 0. */
    public GroupWriter<K, V> get(int number) {
        return writers.get(number);
    }

    /**
     * Appends all tuples of a source, such as files that {@link org.sss.io.Sources} reads: each writer takes a share of its
     * splits, on a thread of its own, so {@link TupleSource#read} is called by as many threads at once. Values of a key come in
     * the order of the source.
     *
     * @param done counts tuples and bytes meanwhile
     * @throws SssException of the source; CANCELLED when this thread is interrupted. The writers can only be closed then
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
            throw new SssException(code, "of group '" + group + "' only a part of a source was written, as reading that has failed; close"
                    + " these writers and write the group again. It has failed with: " + failure.getMessage(), failure);
        }
    }

    /** For when threads may be within the writers still: what these hold is left to them. The writers can only be closed then. */
    void abandon() {
        writers.forEach(GroupWriter::abandon);
    }

    /** Makes the group visible with the tuples of all writers, durably. Finishes those that are not, one after another. */
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

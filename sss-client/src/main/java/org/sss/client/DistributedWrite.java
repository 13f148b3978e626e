package org.sss.client;

import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.Partitioners;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.GroupWrite;
import org.sss.net.control.ServerVerbs.Attempts;

/**
 * A new group that several processes write and this one commits. The others get the {@link #ticket()}; each source,
 * such as a partition of their input, is written by one or more attempts. The commit names one attempt of each source
 * and makes exactly these visible, all or none. Nothing is left of other attempts, nor of the group if this is closed
 * without a commit or if this process ends. Thread-safe.
 *
 * <pre>
 *   this process                              other processes
 *   client.openWrite(group, 2)
 *        ticket() -------------------------&gt;  ticket.writer(client, 0, attempt): append, finish()
 *                                             ticket.writer(client, 1, attempt): append, finish()
 *        commit(attempts) &lt;-----------------  WrittenAttempt of each
 * </pre>
 */
public final class DistributedWrite<K, V> implements AutoCloseable {
    private final GroupWrite write;
    private final WriteTicket<K, V> ticket;
    private boolean committed; // guarded by this

    DistributedWrite(ClusterLink link, TupleGroup<K, V> group, int sources) {
        if (sources < 0) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "group '" + group.name() + "' cannot have " + sources + " sources");
        }
        write = GroupWriter.open(link, group, WriterPlacement.of(link, group, Partitioners.hash()), "client");
        ticket = new WriteTicket<>(link.map().clusterId(), write.group(), group, sources);
    }

    /** Returns the ticket, which is valid until the commit or the close of this. */
    public WriteTicket<K, V> ticket() {
        return ticket;
    }

    /**
     * Makes the tuples of these attempts visible, durably. A refusal before anything was sent, INVALID_ARGUMENT, can be
     * followed by another commit.
     *
     * @param attempts one for each source, in any order
     * @throws SssException INVALID_ARGUMENT if an attempt is of another group, or if a source has no attempt or more
     *     than one, which the message names; CORRUPT if the data servers have not stored all of them; CLOSED after a
     *     commit. If the message reports a missing answer, the group may exist; otherwise it does not
     */
    public synchronized Group commit(Collection<WrittenAttempt> attempts) {
        if (committed) {
            throw new SssException(ErrorCode.CLOSED, "group '" + name() + "' was already committed or refused");
        }
        WrittenAttempt[] chosen = chosen(attempts);
        committed = true;
        Group ready = new Group(write.commit(new Attempts(
                Arrays.stream(chosen)
                        .flatMap(attempt -> attempt.sent().stream())
                        .toList(),
                Arrays.stream(chosen).mapToLong(WrittenAttempt::tuples).sum(),
                Arrays.stream(chosen).mapToLong(WrittenAttempt::dataBytes).sum())));
        write.close();
        return ready;
    }

    /** By the number of the source. */
    private WrittenAttempt[] chosen(Collection<WrittenAttempt> attempts) {
        WrittenAttempt[] chosen = new WrittenAttempt[ticket.sources()];
        for (WrittenAttempt attempt : attempts) {
            if (!attempt.identity().equals(write.group().identity()) || attempt.source() >= chosen.length) {
                throw invalid(attempt + " was written with another ticket than that of group '" + name() + "'");
            }
            WrittenAttempt other = chosen[attempt.source()];
            if (other != null) {
                throw invalid("source " + attempt.source() + " of group '" + name() + "' has two attempts to commit, "
                        + other.attempt() + " and " + attempt.attempt() + "; choose one");
            }
            chosen[attempt.source()] = attempt;
        }
        checkAll(chosen);
        return chosen;
    }

    private void checkAll(WrittenAttempt[] chosen) {
        if (Stream.of(chosen).anyMatch(Objects::isNull)) {
            throw invalid("group '" + name() + "' is written from " + chosen.length
                    + " sources, and the commit has no attempt of source "
                    + IntStream.range(0, chosen.length)
                            .filter(source -> chosen[source] == null)
                            .limit(10)
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(", "))
                    + "; write them, also if they are empty, or close the write");
        }
    }

    private static SssException invalid(String message) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, message);
    }

    private String name() {
        return ticket.group().name();
    }

    /**
     * Drops the group unless it was committed, and waits for that: at most 30 s for the coordinator. From then on its
     * name is free. Idempotent.
     */
    @Override
    public synchronized void close() {
        committed = true;
        write.close();
    }
}

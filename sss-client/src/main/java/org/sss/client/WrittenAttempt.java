package org.sss.client;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import org.sss.net.control.AttemptId;

/**
 * What one writer of a {@link WriteTicket} has stored, to be sent to the process that commits. Immutable.
 */
public final class WrittenAttempt implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String identity;
    private final String runs;
    private final int source;
    private final long attempt;
    /** Numbers of its attempts on the wire: the first one, and one for each large value. */
    private final int[] numbers;

    private final long tuples;
    private final long dataBytes;

    /**
     * @param identity of the group
     * @param sent     by this writer alone
     */
    WrittenAttempt(String identity, long attempt, List<AttemptId> sent, long tuples, long dataBytes) {
        this.identity = identity;
        this.attempt = attempt;
        runs = sent.get(0).writer();
        source = sent.get(0).source();
        numbers = sent.stream().mapToInt(AttemptId::attempt).toArray();
        this.tuples = tuples;
        this.dataBytes = dataBytes;
    }

    /** Returns the number of the source, from 0. */
    public int source() {
        return source;
    }

    /** Returns the number that the caller gave to this try of the source. */
    public long attempt() {
        return attempt;
    }

    /** Returns the number of tuples that the data servers have confirmed. */
    public long tuples() {
        return tuples;
    }

    /** Returns the bytes of all keys and values. */
    public long dataBytes() {
        return dataBytes;
    }

    String identity() {
        return identity;
    }

    List<AttemptId> sent() {
        return IntStream.of(numbers)
                .mapToObj(number -> new AttemptId(runs, source, number))
                .toList();
    }

    /** Names source and attempt. */
    @Override
    public String toString() {
        return "attempt " + attempt + " of source " + source + " (" + tuples + " tuples)";
    }
}

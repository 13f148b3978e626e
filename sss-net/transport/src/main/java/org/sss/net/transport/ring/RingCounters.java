package org.sss.net.transport.ring;

import java.util.concurrent.atomic.LongAdder;

/** What the rings of one connection have done since the start. Thread-safe. */
public final class RingCounters {
    private final LongAdder puts = new LongAdder();
    private final LongAdder putBytes = new LongAdder();
    private final LongAdder fullWaits = new LongAdder();
    private final LongAdder doorbells = new LongAdder();
    private final LongAdder receivedBytes = new LongAdder();

    /**
     * Values at one time.
     *
     * @param puts slots that were sent
     * @param putBytes bytes in them
     * @param fullWaits how often the sender found the ring full
     * @param doorbells how often this side has woken the other one
     * @param receivedBytes bytes that were received
     */
    public record Values(long puts, long putBytes, long fullWaits, long doorbells, long receivedBytes) {
        /** Returns the sum. */
        public Values plus(Values other) {
            return new Values(
                    puts + other.puts,
                    putBytes + other.putBytes,
                    fullWaits + other.fullWaits,
                    doorbells + other.doorbells,
                    receivedBytes + other.receivedBytes);
        }
    }

    public Values values() {
        return new Values(puts.sum(), putBytes.sum(), fullWaits.sum(), doorbells.sum(), receivedBytes.sum());
    }

    void sent(int bytes) {
        puts.increment();
        putBytes.add(bytes);
    }

    void full() {
        fullWaits.increment();
    }

    void doorbell() {
        doorbells.increment();
    }

    void received(int bytes) {
        receivedBytes.add(bytes);
    }
}

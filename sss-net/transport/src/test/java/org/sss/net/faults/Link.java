package org.sss.net.faults;

import org.sss.net.faults.Fault.Kind;

/** One direction between two nodes. Thread-safe. */
final class Link {
    final int from;
    final int to;
    private volatile Fault fault = Fault.PASS;

    Link(int from, int to) {
        this.from = from;
        this.to = to;
    }

    Fault fault() {
        return fault;
    }

    void set(Fault now) {
        fault = now;
    }

    boolean is(Kind kind) {
        return fault.kind() == kind;
    }

    @Override
    public String toString() {
        return from + " to " + to + ": " + fault;
    }
}

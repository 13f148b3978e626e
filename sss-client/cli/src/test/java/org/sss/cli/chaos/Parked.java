package org.sss.cli.chaos;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** The last connections of an attack, which stay open in whatever state they are. Thread-safe. */
final class Parked implements Closeable {
    private final int max;
    private final Deque<Closeable> open = new ArrayDeque<>();

    Parked(int max) {
        this.max = max;
    }

    synchronized <C extends Closeable> C add(C connection) throws IOException {
        open.add(connection);
        if (open.size() > max) {
            open.remove().close();
        }
        return connection;
    }

    @Override
    public synchronized void close() throws IOException {
        while (!open.isEmpty()) {
            open.remove().close();
        }
    }
}

package org.sss.http.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.http.server.Events;
import org.sss.http.server.Response;

/** An answer that stays in memory. The answer is for one thread, its events are for any. */
final class FakeResponse implements Response {
    final Map<String, String> headers = new HashMap<>();
    final FakeEvents events = new FakeEvents();
    int status;
    String type;
    byte[] body = {};
    /** Called before each write of a stream. */
    private final Write beforeWrite;

    interface Write {
        void run() throws IOException;
    }

    FakeResponse() {
        this(() -> {});
    }

    FakeResponse(Write beforeWrite) {
        this.beforeWrite = beforeWrite;
    }

    /** Events as a page gets them. Thread-safe. */
    static final class FakeEvents implements Events {
        record Event(long id, String name, String json) {}

        private final List<Event> all = new ArrayList<>();
        private final List<Runnable> onClose = new ArrayList<>();
        private boolean closed;

        @Override
        public synchronized boolean send(long id, String name, String json) {
            if (!closed) {
                all.add(new Event(id, name, json));
            }
            return !closed;
        }

        synchronized List<Event> all() {
            return List.copyOf(all);
        }

        List<Event> of(String name) {
            return all().stream().filter(event -> event.name().equals(name)).toList();
        }

        @Override
        public synchronized boolean isOpen() {
            return !closed;
        }

        @Override
        public synchronized void onClose(Runnable action) {
            onClose.add(action);
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                onClose.forEach(Runnable::run);
            }
        }
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public void header(String name, String value) {
        headers.put(name, value);
    }

    @Override
    public void send(int status, String type, byte[] body) {
        this.status = status;
        this.type = type;
        this.body = body;
    }

    @Override
    public OutputStream stream(String type, String fileName) {
        status = 200;
        this.type = type;
        return new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] bytes, int offset, int length) {
                try {
                    beforeWrite.run();
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
                super.write(bytes, offset, length);
                body = toByteArray();
            }
        };
    }

    @Override
    public Events events() {
        status = 200;
        return events;
    }
}

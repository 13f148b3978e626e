package org.sss.http.api;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.sss.http.server.Events;
import org.sss.net.rpc.Json;

/** The last events of a view, and the streams that get further ones. Thread-safe. */
final class EventRing {
    static final int MAX_EVENTS = 1000;
    /** More would fill the queue of a stream. */
    private static final int MAX_REPLAYED_CHARS = 128 << 10;

    private final LongSupplier ids;
    private final LongSupplier nowMillis;
    /** Guarded by this, as are the fields below. */
    private final Deque<Event> events = new ArrayDeque<>();

    private final List<Events> streams = new ArrayList<>();
    /** All events after this one are there. */
    private long floor;

    private long last;

    private record Event(long id, String name, String json) {}

    /** @param ids returns increasing numbers */
    EventRing(LongSupplier ids, LongSupplier nowMillis) {
        this.ids = ids;
        this.nowMillis = nowMillis;
        floor = ids.getAsLong();
        last = floor;
    }

    /** Starts to send events to a stream: those after {@code after}, if they are known. */
    synchronized void add(Events stream, Long after) {
        streams.add(stream);
        if (after == null) {
            send(stream, "ready");
        } else if (after < floor || after > last) {
            send(stream, "reset");
        } else {
            resume(stream, after);
        }
    }

    private void resume(Events stream, long after) {
        List<Event> missed = events.stream().filter(event -> event.id() > after).toList();
        if (missed.stream().mapToInt(event -> event.json().length()).sum() > MAX_REPLAYED_CHARS) {
            send(stream, "reset");
        } else {
            missed.forEach(event -> stream.send(event.id(), event.name(), event.json()));
        }
    }

    private void send(Events stream, String name) {
        stream.send(last, name, json(Fields.of("nowMillis", nowMillis.getAsLong())));
    }

    /** Adds an event, which all streams get. */
    synchronized void add(String name, Map<String, Object> content) {
        last = ids.getAsLong();
        Event event = new Event(last, name, json(content));
        events.addLast(event);
        if (events.size() > MAX_EVENTS) {
            floor = events.removeFirst().id();
        }
        streams.removeIf(stream -> !stream.send(event.id(), event.name(), event.json()));
    }

    synchronized void remove(Events stream) {
        streams.remove(stream);
    }

    synchronized boolean hasStreams() {
        return !streams.isEmpty();
    }

    synchronized void close() {
        List.copyOf(streams).forEach(Events::close); // each of them is removed
        streams.clear();
    }

    private static String json(Map<String, Object> content) {
        return new String(Json.write(content), StandardCharsets.UTF_8);
    }
}

package org.sss.http.server;

/** A stream of server-sent events to one page. Thread-safe. */
public interface Events {
    /**
     * Queues one event and returns at once. A stream whose queue has 256 KiB is closed: its client is too slow and
     * connects again.
     *
     * @param id   by which the client resumes
     * @param name of the kind of event
     * @param json one line
     * @return false if the stream is closed
     */
    boolean send(long id, String name, String json);

    boolean isOpen();

    /** Runs {@code action} once when the stream is closed, or now if it is. */
    void onClose(Runnable action);

    void close();
}

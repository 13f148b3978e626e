package org.sss.http.server;

import java.time.Duration;

/**
 * What clients may use. Immutable.
 *
 * @param connections of all clients
 * @param perCaller   connections of one token or session, and of one address of another machine
 * @param unproved    connections that nobody has proved a token on; a further one closes the oldest
 * @param idle        how long a connection may be silent, a request may take to arrive, and an answer may make no
 *     progress
 * @param stall       how long a stream waits for a client that does not read
 */
public record Limits(int connections, int perCaller, int unproved, Duration idle, Duration stall) {
    public static final Limits DEFAULTS = new Limits(1_000, 100, 256, Duration.ofSeconds(60), Duration.ofSeconds(30));

    /** Of a request. */
    public static final int MAX_HEADER_BYTES = 16 << 10;

    public static final int MAX_BODY_BYTES = 1 << 20;
    /** Sent to one client and not read by it: of a stream or of events. */
    static final int MAX_UNREAD_BYTES = 256 << 10;
    /** Bodies of all requests, and answers in memory that clients have not read yet. */
    static final long MAX_BYTES = 64L << 20;
    /** Threads that run handlers. */
    static final int THREADS = 8;
    /** Requests that wait for one of them. */
    static final int QUEUE = 64;
    /** Threads that may stream at once. */
    static final int STREAMS = 4;
}

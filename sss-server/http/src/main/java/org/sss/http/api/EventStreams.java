package org.sss.http.api;

import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.http.server.Events;
import org.sss.http.server.Request;
import org.sss.http.server.Response;
import org.sss.http.session.Clients;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;

/**
 * Streams of events about what changes in the cluster. The cluster is looked at while there are streams, and for a
 * minute after the last one, so that a page that connects again misses nothing. Thread-safe.
 */
final class EventStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);
    private static final int MAX_STREAMS = 100;
    private static final long PERIOD_MILLIS = 500;
    /** A pause is so many times as long as the look before: looks use at most some percent of a processor. */
    private static final int PAUSES = 25;

    private static final long UNUSED_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Clients clients;
    private final Clock clock;
    private final AtomicLong ids;
    private final AtomicInteger streams = new AtomicInteger();
    private final ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(3, EventStreams::thread);
    private final List<Looks> looks =
            List.of(new Looks(View::lookAtWorkflows), new Looks(View::lookAtGroups), new Looks(View::lookAtNodes));
    /** Guarded by this. */
    private final Map<Rights, View> views = new HashMap<>();

    /** What callers may see; those with equal rights share a view. */
    private record Rights(boolean mayRead, List<String> groups) {
        static Rights of(Principal caller) {
            return new Rights(caller.role().includes(Role.READ), caller.groups());
        }
    }

    EventStreams(Clients clients, Clock clock) {
        this.clients = clients;
        this.clock = clock;
        // Larger than all ids of an earlier process, and exact as a number of JavaScript.
        ids = new AtomicLong(clock.millis() * 1000);
        threads.setKeepAliveTime(10, TimeUnit.SECONDS);
        threads.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "http-events");
        thread.setDaemon(true);
        return thread;
    }

    /** @throws SssException OVERLOADED if there are too many streams; FORBIDDEN */
    void open(Request request, Response response) throws IOException {
        if (streams.incrementAndGet() > MAX_STREAMS) {
            streams.decrementAndGet();
            throw new SssException(
                    ErrorCode.OVERLOADED, MAX_STREAMS + " pages get events at this moment; close some, or try later");
        }
        boolean isOpen = false;
        try {
            Long after = lastEventId(request);
            View view = view(request.caller());
            Events events = response.events();
            isOpen = true;
            events.onClose(streams::decrementAndGet);
            view.add(events, after);
        } finally {
            if (!isOpen) {
                streams.decrementAndGet();
            }
        }
    }

    /** Returns null for a stream that starts; -1 for an id of another origin. */
    private static Long lastEventId(Request request) {
        String text = request.headers().get("last-event-id");
        try {
            return text == null || text.isEmpty() ? null : Long.valueOf(text);
        } catch (NumberFormatException e) {
            return -1L;
        }
    }

    private View view(Principal caller) {
        View view;
        synchronized (this) {
            view = views.computeIfAbsent(Rights.of(caller), rights -> new View(ids::incrementAndGet, clock::millis));
            view.use();
            looks.forEach(Looks::start);
        }
        view.start(() -> clients.of(caller));
        return view;
    }

    /** Looks at all views again and again while there are any. */
    private final class Looks {
        private final Consumer<View> look;
        /** Guarded by the streams. */
        private boolean isScheduled;

        Looks(Consumer<View> look) {
            this.look = look;
        }

        void start() {
            if (!isScheduled) {
                schedule(0);
            }
        }

        private void schedule(long tookNanos) {
            long pause = Math.max(PERIOD_MILLIS, TimeUnit.NANOSECONDS.toMillis(tookNanos) * PAUSES);
            try {
                threads.schedule(this::run, pause, TimeUnit.MILLISECONDS);
                isScheduled = true;
            } catch (RejectedExecutionException e) {
                LOG.debug("The node is stopping", e);
            }
        }

        private void run() {
            long start = System.nanoTime();
            try {
                used().forEach(look);
            } catch (RuntimeException e) {
                LOG.warn("Pages see no changes for a moment", e);
            }
            synchronized (EventStreams.this) {
                isScheduled = false;
                if (!views.isEmpty()) {
                    schedule(System.nanoTime() - start);
                }
            }
        }
    }

    private synchronized List<View> used() {
        views.values().removeIf(view -> view.unusedNanos() > UNUSED_NANOS);
        return List.copyOf(views.values());
    }

    @Override
    public void close() {
        threads.shutdownNow();
        synchronized (this) {
            views.values().forEach(View::close);
            views.clear();
        }
    }
}

package org.sss.server.coordinator.state;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.sss.api.ErrorCode;
import org.sss.net.control.ErrorInfo;
import org.sss.net.control.WorkflowStatus;

/**
 * The submitted workflows and the final status of the last {@value #MAX_ENDED}, or fewer if they are large: reports and
 * counters of many jobs occupy much of the heap and of the journal. Thread-safe.
 */
public final class WorkflowHistory {
    static final int MAX_ENDED = 1000;
    /** Limit of all ended workflows, see {@link StatusSize}; the last one is always retained. */
    static final long MAX_ENDED_BYTES = 16 << 20;

    private static final int TRACE_CHARS = 8 << 10;

    private final EntryLog log;
    private final Clock clock;
    private final Counter numbers;
    /** By id, oldest first. Guarded by this. */
    private final Map<String, Stored> ended = new LinkedHashMap<>();
    /** Bytes of {@link #ended}. Guarded by this. */
    private long endedBytes;
    /** Workflows that were submitted and have not ended yet. Guarded by this. */
    private final Map<String, WorkflowStatus> unfinished = new LinkedHashMap<>();
    /** Ended workflows whose end is not in the journal yet. Guarded by this. */
    private final Map<String, WorkflowStatus> unwritten = new LinkedHashMap<>();

    private record Stored(WorkflowStatus status, long bytes) {}

    WorkflowHistory(EntryLog log, Clock clock) {
        this.log = log;
        this.clock = clock;
        this.numbers = new Counter(below -> log.sync(log.write(new Entry.WorkflowNumbers(below))));
    }

    public synchronized String nextId() {
        return "wf-" + numbers.take();
    }

    public synchronized void submitted(WorkflowStatus status) {
        log.write(new Entry.Submitted(status));
        unfinished.put(status.id(), status);
    }

    /**
     * Records an end.
     *
     * @throws org.sss.api.SssException STORAGE if it cannot be written yet; it is written later, and {@link #find}
     *     returns it
     */
    public synchronized void ended(WorkflowStatus status) {
        WorkflowStatus stored = shortened(status);
        unfinished.remove(status.id());
        add(stored);
        unwritten.put(status.id(), stored);
        writeEnds();
    }

    /** Writes the ends that could not be written before, if any. */
    synchronized void writeEnds() {
        for (Iterator<WorkflowStatus> ends = unwritten.values().iterator(); ends.hasNext(); ends.remove()) {
            log.write(new Entry.Ended(ends.next()));
        }
    }

    /** The final status of a workflow. */
    public synchronized Optional<WorkflowStatus> find(String id) {
        return Optional.ofNullable(ended.get(id)).map(Stored::status);
    }

    /** The ended workflows, oldest first. */
    public synchronized List<WorkflowStatus> list() {
        return ended.values().stream().map(Stored::status).toList();
    }

    private void add(WorkflowStatus status) {
        Stored stored = new Stored(status, StatusSize.bytes(status));
        Stored before = ended.put(status.id(), stored);
        endedBytes += stored.bytes - (before == null ? 0 : before.bytes);
        Iterator<Stored> oldest = ended.values().iterator();
        while (ended.size() > MAX_ENDED || endedBytes > MAX_ENDED_BYTES && ended.size() > 1) {
            Stored forgotten = oldest.next();
            oldest.remove();
            endedBytes -= forgotten.bytes;
            unwritten.remove(forgotten.status.id());
        }
    }

    private static WorkflowStatus shortened(WorkflowStatus s) {
        ErrorInfo e = s.error();
        if (e == null || e.trace() == null || e.trace().length() <= TRACE_CHARS) {
            return s;
        }
        return withEnd(
                s,
                s.state(),
                new ErrorInfo(e.code(), e.message(), e.trace().substring(0, TRACE_CHARS)),
                s.run().endedMillis());
    }

    private static WorkflowStatus withEnd(
            WorkflowStatus s, WorkflowStatus.State state, ErrorInfo error, long endedMillis) {
        return new WorkflowStatus(
                s.id(),
                s.name(),
                state,
                s.jobs(),
                error,
                new WorkflowStatus.Run(
                        s.run().submittedMillis(), endedMillis, s.run().submittedBy()),
                null);
    }

    synchronized void replay(Entry entry) {
        if (entry instanceof Entry.WorkflowNumbers workflowNumbers) {
            numbers.restore(workflowNumbers.below());
        } else if (entry instanceof Entry.Submitted submitted) {
            unfinished.put(submitted.status().id(), submitted.status());
        } else if (entry instanceof Entry.Ended end) {
            unfinished.remove(end.status().id());
            add(end.status());
        }
    }

    /**
     * Called after the last entry: fails the workflows without an end.
     *
     * @param why by id, the end of a sentence, or empty
     */
    synchronized void replayed(UnaryOperator<String> why) {
        for (WorkflowStatus status : unfinished.values()) {
            add(withEnd(
                    status,
                    WorkflowStatus.State.FAILED,
                    new ErrorInfo(
                            ErrorCode.CLOSED,
                            "the coordinator was restarted"
                                    + " while " + status.id() + " (" + status.name() + ") was running"
                                    + because(why.apply(status.id()))
                                    + "; groups that its jobs had finished still exist, check them and run it again",
                            null),
                    clock.millis()));
        }
        unfinished.clear();
    }

    private static String because(String known) {
        return known.isEmpty() ? ", or the disk was too full to record its end" : known;
    }

    synchronized List<Entry> snapshot() {
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.WorkflowNumbers(numbers.reserved()));
        ended.values().forEach(stored -> entries.add(new Entry.Ended(stored.status)));
        unfinished.values().forEach(status -> entries.add(new Entry.Submitted(status)));
        return entries;
    }
}

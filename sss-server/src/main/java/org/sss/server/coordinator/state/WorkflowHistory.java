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
import org.sss.api.SssException;
import org.sss.net.control.ErrorInfo;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.rpc.Json;

/**
 * The workflows that were submitted and how the last {@value #KEPT} of them ended, or fewer where much is said of them: reports and counters
 * of many jobs take much of the heap, and of the journal. Thread-safe.
 */
public final class WorkflowHistory {
    static final int KEPT = 1000;
    /** Of all that ended, as JSON; the last one is kept in any case. */
    static final long KEPT_BYTES = 16 << 20;
    private static final int TRACE_CHARS = 8 << 10;

    private final EntryLog log;
    private final Clock clock;
    private final Counter numbers;
    /** By id, oldest first. Guarded by this. */
    private final Map<String, Kept> ended = new LinkedHashMap<>();
    /** Of {@link #ended}. Guarded by this. */
    private long endedBytes;
    /** Submitted, and not ended yet. Guarded by this. */
    private final Map<String, WorkflowStatus> unfinished = new LinkedHashMap<>();
    /** Ended, but the journal does not say so yet. Guarded by this. */
    private final Map<String, WorkflowStatus> unwritten = new LinkedHashMap<>();

    private record Kept(WorkflowStatus status, int bytes) {
    }

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

    /** @throws SssException STORAGE when that cannot be written down yet; it is known all the same, and {@link #writeEnds} tries again */
    public synchronized void ended(WorkflowStatus status) {
        WorkflowStatus kept = shortened(status);
        unfinished.remove(status.id());
        keep(kept);
        unwritten.put(status.id(), kept);
        writeEnds();
    }

    /** Writes down the ends that could not be written when they came. Nothing happens when there are none. */
    synchronized void writeEnds() {
        for (Iterator<WorkflowStatus> ends = unwritten.values().iterator(); ends.hasNext(); ends.remove()) {
            log.write(new Entry.Ended(ends.next()));
        }
    }

    /** The status that a workflow ended with. */
    public synchronized Optional<WorkflowStatus> find(String id) {
        return Optional.ofNullable(ended.get(id)).map(Kept::status);
    }

    /** Ended ones, oldest first. */
    public synchronized List<WorkflowStatus> list() {
        return ended.values().stream().map(Kept::status).toList();
    }

    private void keep(WorkflowStatus status) {
        Kept kept = new Kept(status, Json.write(status).length);
        Kept before = ended.put(status.id(), kept);
        endedBytes += kept.bytes - (before == null ? 0 : before.bytes);
        Iterator<Kept> oldest = ended.values().iterator();
        while (ended.size() > KEPT || endedBytes > KEPT_BYTES && ended.size() > 1) {
            Kept forgotten = oldest.next();
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
        return withEnd(s, s.state(), new ErrorInfo(e.code(), e.message(), e.trace().substring(0, TRACE_CHARS)), s.endedMillis());
    }

    private static WorkflowStatus withEnd(WorkflowStatus s, WorkflowStatus.State state, ErrorInfo error, long endedMillis) {
        return new WorkflowStatus(s.id(), s.name(), state, s.jobs(), error, s.submittedMillis(), endedMillis);
    }

    synchronized void replay(Entry entry) {
        if (entry instanceof Entry.WorkflowNumbers workflowNumbers) {
            numbers.restore(workflowNumbers.below());
        } else if (entry instanceof Entry.Submitted submitted) {
            unfinished.put(submitted.status().id(), submitted.status());
        } else if (entry instanceof Entry.Ended end) {
            unfinished.remove(end.status().id());
            keep(end.status());
        }
    }

    /** After the last entry: what has no end was cut off by the end of the coordinator. @param why by id, to end a sentence, or empty */
    synchronized void replayed(UnaryOperator<String> why) {
        for (WorkflowStatus status : unfinished.values()) {
            keep(withEnd(status, WorkflowStatus.State.FAILED, new ErrorInfo(ErrorCode.CLOSED, "the coordinator was restarted"
                    + " while " + status.id() + " (" + status.name() + ") was not over" + because(why.apply(status.id()))
                    + "; groups that its jobs had finished are kept, look at them and run it again", null), clock.millis()));
        }
        unfinished.clear();
    }

    private static String because(String known) {
        return known.isEmpty() ? ", or the disk was too full to say so" : known;
    }

    synchronized List<Entry> snapshot() {
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.WorkflowNumbers(numbers.reserved()));
        ended.values().forEach(kept -> entries.add(new Entry.Ended(kept.status)));
        unfinished.values().forEach(status -> entries.add(new Entry.Submitted(status)));
        return entries;
    }
}

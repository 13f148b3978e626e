package org.sss.server.coordinator.state;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sss.api.ErrorCode;
import org.sss.net.control.ErrorInfo;
import org.sss.net.control.WorkflowStatus;

/** The workflows that were submitted and how the last {@value #KEPT} of them ended. Thread-safe. */
public final class WorkflowHistory {
    static final int KEPT = 1000;
    private static final int TRACE_CHARS = 8 << 10;

    private final EntryLog log;
    private final Clock clock;
    private final Counter numbers;
    /** By id, oldest first. Guarded by this. */
    private final Map<String, WorkflowStatus> ended = new LinkedHashMap<>();
    /** Submitted, and not ended yet. Guarded by this. */
    private final Map<String, WorkflowStatus> unfinished = new LinkedHashMap<>();

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

    public synchronized void ended(WorkflowStatus status) {
        WorkflowStatus kept = shortened(status);
        log.write(new Entry.Ended(kept));
        unfinished.remove(status.id());
        keep(kept);
    }

    /** The status that a workflow ended with. */
    public synchronized Optional<WorkflowStatus> find(String id) {
        return Optional.ofNullable(ended.get(id));
    }

    /** Ended ones, oldest first. */
    public synchronized List<WorkflowStatus> list() {
        return List.copyOf(ended.values());
    }

    private void keep(WorkflowStatus status) {
        ended.put(status.id(), status);
        if (ended.size() > KEPT) {
            ended.remove(ended.keySet().iterator().next());
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

    /** After the last entry: what has no end was cut off by the end of the coordinator. */
    synchronized void replayed() {
        for (WorkflowStatus status : unfinished.values()) {
            keep(withEnd(status, WorkflowStatus.State.FAILED, new ErrorInfo(ErrorCode.CLOSED, "the coordinator was restarted"
                    + " while " + status.id() + " (" + status.name() + ") was not over; groups that its jobs had finished are"
                    + " kept, run it again", null), clock.millis()));
        }
        unfinished.clear();
    }

    synchronized List<Entry> snapshot() {
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.WorkflowNumbers(numbers.reserved()));
        ended.values().forEach(status -> entries.add(new Entry.Ended(status)));
        unfinished.values().forEach(status -> entries.add(new Entry.Submitted(status)));
        return entries;
    }
}

package org.sss.cli.terminal;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.sss.net.control.TaskName;

/**
 * The log of a node: standard output, with what code of jobs prints and logs as lines that have the name of their task,
 * {@linkplain TaskRates bounded} for each job. Thread-safe.
 *
 * <pre>
 *   System.out.println in a task ──> TaskPrints ──> logger, marked as printed ──┐
 *   logger in a task ───────────────────────────────────────────────────────────┴─> NodeLog ──> TaskRates ──> standard output
 * </pre>
 */
public final class NodeLog extends OutputStreamAppender<ILoggingEvent> {
    /** Not registered, so that no code of a job can use it: these lines have their names already. */
    private static final Marker PRINTED = MarkerFactory.getDetachedMarker("printed");
    /** Of a throwable and the parts of a line beside its message, roughly. */
    private static final int TRACE_BYTES = 4 << 10;

    private static final int LINE_BYTES = 100;

    private final TaskRates rates;

    public NodeLog() {
        this(new TaskRates(System::nanoTime));
    }

    NodeLog(TaskRates rates) {
        this.rates = rates;
    }

    /** Returns a log for a stream of the process. Loggers are created when the first line is printed. */
    static TaskPrints.Log ofStream(String name) {
        return (task, text) -> {
            Logger logger = LoggerFactory.getLogger(name);
            logger.info(PRINTED, "{}", named(task, text));
        };
    }

    private static String named(String task, String text) {
        return "[" + task + "] " + text;
    }

    private static boolean isPrinted(ILoggingEvent event) {
        return event.getMarkerList() != null && event.getMarkerList().contains(PRINTED);
    }

    /** Returns the message of an event with the name of its task, if it has one. */
    static String message(ILoggingEvent event) {
        String task = isPrinted(event) ? null : TaskName.ofCaller();
        return task == null ? event.getFormattedMessage() : named(task, event.getFormattedMessage());
    }

    @Override
    public void start() {
        setOutputStream(TaskPrints.raw(System.out));
        super.start();
    }

    @Override
    protected void append(ILoggingEvent event) {
        String task = taskOf(event);
        String before = task == null
                ? ""
                : rates.take(
                        task,
                        LINE_BYTES
                                + event.getFormattedMessage().length()
                                + (event.getThrowableProxy() == null ? 0 : TRACE_BYTES));
        if (before == null) {
            return;
        }
        if (!before.isEmpty()) {
            LoggerFactory.getLogger(NodeLog.class).warn(PRINTED, "{}", named(task, before));
        }
        if (!TaskRates.isNotice(before)) {
            super.append(event);
        }
    }

    private static String taskOf(ILoggingEvent event) {
        if (!isPrinted(event)) {
            return TaskName.ofCaller();
        }
        String text = event.getFormattedMessage();
        // A notice of this class has passed already.
        return event.getLoggerName().equals(NodeLog.class.getName()) ? null : text.substring(1, text.indexOf("] "));
    }
}

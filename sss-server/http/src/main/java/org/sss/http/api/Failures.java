package org.sss.http.api;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TextForm;
import org.sss.client.Group;
import org.sss.client.JobReport;
import org.sss.client.WorkflowReport;
import org.sss.client.WorkflowReport.State;

/**
 * Why a workflow failed, in parts: job, task, node and key. Immutable.
 *
 * @param groups that exist now, by name
 */
record Failures(WorkflowReport workflow, SssException error, Map<String, Group> groups) {
    /** Job, task, what it read, and what user code was called for; then the cause. */
    private static final Pattern PLACE =
            Pattern.compile("job '([^']+)', task (\\d+) \\((.*?)\\)(?:, .*?)?: (.*)", Pattern.DOTALL);

    private static final String KEY = ", key <";
    /** Last line of a trace. */
    private static final Pattern NODE = Pattern.compile("\\n\\s*on node (\\d+) \\([^\\n]*$");

    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_.:/=+][A-Za-z0-9_.:/=+-]*");

    /** Returns one failure if the workflow has failed, else none. */
    static List<Map<String, Object>> of(WorkflowReport workflow, Map<String, Group> groups) {
        return workflow.state() != State.FAILED || workflow.error() == null
                ? List.of()
                : List.of(new Failures(workflow, workflow.error(), groups).fields());
    }

    private Map<String, Object> fields() {
        String message = String.valueOf(error.getMessage());
        Matcher place = PLACE.matcher(message);
        boolean hasPlace = place.matches();
        String key = hasPlace ? key(message) : null;
        String job = hasPlace ? place.group(1) : failedJob();
        String trace = error.remoteTrace() == null ? "" : error.remoteTrace().stripTrailing();
        Matcher node = NODE.matcher(trace);
        boolean hasNode = node.find();
        String replay = key == null || error.code() != ErrorCode.USER_CODE ? null : replayCommand(job, key);
        return Fields.of(
                "job",
                job,
                "task",
                hasPlace ? Long.valueOf(place.group(2)) : null,
                "node",
                hasNode ? Long.valueOf(node.group(1)) : null,
                "input",
                hasPlace ? place.group(3) : null,
                "key",
                key,
                "code",
                error.code().name(),
                "kind",
                Fields.name(error.code().kind()),
                "message",
                message,
                "cause",
                key == null ? hasPlace ? place.group(4) : message : message.substring(keyEnd(message) + 3),
                "stack",
                trace.isEmpty() ? null : hasNode ? trace.substring(0, node.start()) : trace,
                "remedy",
                remedy(replay != null),
                "replayCommand",
                replay);
    }

    private String failedJob() {
        return workflow.jobs().stream()
                .filter(job -> job.state() == State.FAILED)
                .map(JobReport::name)
                .findFirst()
                .orElse(null);
    }

    /** Returns null if it was not called for a key. */
    private String key(String message) {
        int start = message.indexOf(KEY);
        int end = keyEnd(message);
        return start < 0 || end < start ? null : message.substring(start + KEY.length(), end);
    }

    /** A key may have any text, so that the exception after it is searched, with which the trace starts. */
    private int keyEnd(String message) {
        String trace = error.remoteTrace() == null ? "" : error.remoteTrace();
        String type = trace.split("[:\\s]", 2)[0];
        int end = type.isEmpty() ? -1 : message.indexOf(">: " + type);
        return end < 0 ? message.indexOf(">: ") : end;
    }

    private String remedy(boolean replays) {
        return switch (error.code().kind()) {
            case USER ->
                replays
                        ? "The replay command calls the functions for this key again, in your process. Then change the"
                                + " code or the input, and run the workflow again."
                        : "Change the code, the input or the options as the message says, and run the workflow again.";
            case RETRYABLE -> "Look whether all nodes are up, and run the workflow again.";
            case FATAL -> "Look at the disks and the logs of the nodes, and run the workflow again.";
        };
    }

    /** Returns null if the key is shortened or not known as text, or no group that the job has read exists. */
    private String replayCommand(String jobName, String key) {
        if (key.endsWith("...") || key.startsWith("0x")) {
            return null;
        }
        return workflow.jobs().stream()
                .filter(job -> job.name().equals(jobName))
                .flatMap(job -> job.inputs().stream())
                .map(groups::get)
                .filter(group -> group != null)
                .findFirst()
                .map(group -> "sss replay " + workflow.id() + "/" + jobName + " " + word(text(group, key)))
                .orElse(null);
    }

    /** Errors show strings as they are; commands take them with escapes. */
    private static String text(Group group, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return group.keyType().equals("string") ? TextForm.of(group.keyType()).render(bytes, 0, bytes.length) : key;
    }

    /** Returns a word of a shell; after {@code --} if it looks like an option. */
    private static String word(String text) {
        String quoted = PLAIN_WORD.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
        return text.startsWith("-") ? "-- " + quoted : quoted;
    }
}

package org.sss.net.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.Program;
import org.sss.net.control.WorkflowSpec.ProgramFile;
import org.sss.net.control.WorkflowSpec.SplitSpec;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Rpc;

/** Size of a workflow specification, and which item contributes the most. Stateless. */
public final class SpecSize {
    /** For field names, numbers and the like. */
    private static final int JOB_BYTES = 300;

    private static final int ENTRY_BYTES = 50;

    private record Part(String name, String remedy, long bytes) {}

    private SpecSize() {}

    /** Estimates the size of its JSON; called for each submission, so that it makes no objects. */
    public static long bytes(WorkflowSpec spec) {
        long bytes = bytes(spec.parameters());
        for (JobSpec job : spec.jobs()) {
            bytes += JOB_BYTES
                    + bytes(job.parameters())
                    + groups(job.inputs())
                    + groups(job.outputs())
                    + groups(job.side())
                    + bytes(job.program());
            for (SplitSpec split : job.splits()) {
                bytes += bytes(split);
            }
        }
        return bytes;
    }

    private static long bytes(Map<String, String> parameters) {
        long bytes = 0;
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            bytes += bytes(parameter);
        }
        return bytes;
    }

    private static long bytes(Program program) {
        if (program == null) {
            return 0;
        }
        long bytes = bytes(program.environment());
        for (String word : program.command()) {
            bytes += word.length();
        }
        for (String word : program.combine()) {
            bytes += word.length();
        }
        for (ProgramFile file : program.files()) {
            bytes += ENTRY_BYTES + file.name().length() + file.blob().length();
        }
        return bytes;
    }

    private static long bytes(SplitSpec split) {
        return ENTRY_BYTES + split.description().length() + split.data().length * 4L / 3;
    }

    /** @throws SssException {@link ErrorCode#TOO_LARGE} if it exceeds the request limit; names the largest item */
    public static void check(WorkflowSpec spec) {
        if (bytes(spec) < Rpc.MAX_BODY_BYTES / 4) {
            return;
        }
        long bytes = Json.message(spec).length;
        if (bytes > Rpc.MAX_BODY_BYTES) {
            Part largest = parts(spec).stream()
                    .max(Comparator.comparingLong(Part::bytes))
                    .orElseThrow();
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "workflow '" + spec.name() + "' cannot be submitted: its specification has "
                            + bytes + " bytes, above the limit of " + Rpc.MAX_BODY_BYTES + "; most of that, about "
                            + largest.bytes + " bytes, "
                            + largest.name + ". " + largest.remedy);
        }
    }

    private static List<Part> parts(WorkflowSpec spec) {
        List<Part> parts = new ArrayList<>();
        parts.add(parameters("the parameters of the workflow", spec.parameters()));
        long jobs = 0;
        for (JobSpec job : spec.jobs()) {
            parts.add(parameters("the parameters of job '" + job.name() + "'", job.parameters()));
            parts.add(new Part(
                    "are the " + job.splits().size() + " splits of the source of job '" + job.name() + "'",
                    "Let the source return fewer or smaller splits, or read it by several workflows",
                    job.splits().stream().mapToLong(SpecSize::bytes).sum()));
            jobs += JOB_BYTES + groups(job.inputs()) + groups(job.outputs()) + groups(job.side());
        }
        parts.add(new Part(
                "are the names of " + spec.jobs().size() + " jobs and their groups",
                "Run it as several workflows",
                jobs));
        return parts;
    }

    private static Part parameters(String whose, Map<String, String> parameters) {
        String largest = parameters.entrySet().stream()
                .max(Comparator.comparingLong(SpecSize::bytes))
                .map(Map.Entry::getKey)
                .orElse("");
        return new Part(
                "are " + whose + ", '" + largest + "' more than others",
                "Write large data to a group, which jobs look into by with(...)",
                bytes(parameters));
    }

    private static long bytes(Map.Entry<String, String> parameter) {
        return (long) ENTRY_BYTES
                + parameter.getKey().length()
                + parameter.getValue().length();
    }

    private static long groups(List<GroupSpec> groups) {
        long bytes = 0;
        for (GroupSpec group : groups) {
            bytes += 4L * ENTRY_BYTES
                    + group.name().length()
                    + group.keyType().length()
                    + group.valueType().length();
        }
        return bytes;
    }
}

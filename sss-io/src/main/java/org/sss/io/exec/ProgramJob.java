package org.sss.io.exec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.MapJob;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.Program;
import org.sss.net.control.WorkflowSpec.ProgramFile;

/**
 * Makes the job of a {@link Program}, which clients in any language can send: its mapper or reducer is a process.
 * Stateless.
 *
 * <pre>
 *   JobSpec with a Program ──> Job with an {@link ExecutableMapper} or {@link ExecutableReducer}
 *   blobs of its files     ──> files in the directory of each process
 * </pre>
 */
public final class ProgramJob {
    /** A variable of the process: number of the node that runs it. */
    static final String NODE = "SSS_NODE";

    private ProgramJob() {}

    /**
     * What the programs of a node get from it.
     *
     * @param node   its number as text, or what else to call it
     * @param python executable that {@link Program#PYTHON} stands for
     */
    public record Host(String node, String python) {}

    /**
     * Returns a job for one task.
     *
     * @param spec  has a program; the coordinator has checked it
     * @param blobs returns the content of a blob by its id
     * @throws SssException INVALID_ARGUMENT if the program is not valid
     */
    public static Job of(JobSpec spec, Function<String, byte[]> blobs, Host host) {
        Program program = spec.program();
        ProcessCommand command = command(program, blobs, host);
        TupleGroup<Bytes, Bytes> output = group(spec.outputs().get(0));
        List<TupleGroup<Bytes, Bytes>> inputs =
                spec.inputs().stream().map(ProgramJob::group).toList();
        Workflow workflow = Workflow.named("program");
        if (spec.kind() == JobKind.REDUCE) {
            TupleGroup<Bytes, Bytes> input = inputs.get(0);
            return workflow.reduce(
                            input,
                            output,
                            new ExecutableReducer<>(
                                    command, input.keys(), input.values(), output.keys(), output.values()))
                    .named(spec.name());
        }
        List<String> combine = words(program.combine(), host);
        MapJob<Bytes, Bytes> job = null;
        for (TupleGroup<Bytes, Bytes> input : inputs) {
            ExecutableMapper<Bytes, Bytes, Bytes, Bytes> mapper = new ExecutableMapper<>(
                    command, combine, input.keys(), input.values(), output.keys(), output.values());
            job = job == null ? workflow.map(input, output, mapper) : job.from(input, mapper);
        }
        return job.named(spec.name());
    }

    private static TupleGroup<Bytes, Bytes> group(GroupSpec spec) {
        return TupleGroup.of(spec.name(), Codecs.encoded(spec.keyType()), Codecs.encoded(spec.valueType()));
    }

    private static ProcessCommand command(Program program, Function<String, byte[]> blobs, Host host) {
        List<ShippedFile> files = new ArrayList<>();
        for (ProgramFile file : program.files()) {
            files.add(new ShippedFile(path(file.name()), file.executable(), file.archive(), blobs.apply(file.blob())));
        }
        Map<String, String> environment = new TreeMap<>(program.environment());
        environment.put(NODE, host.node());
        ProcessCommand command = ProcessCommand.of(words(program.command(), host));
        return new ProcessCommand(
                command.words(), format(program.format()), command.separator(), false, files, environment);
    }

    private static List<String> words(List<String> words, Host host) {
        if (words.isEmpty() || !words.get(0).equals(Program.PYTHON)) {
            return words;
        }
        List<String> all = new ArrayList<>(words);
        all.set(0, host.python());
        return all;
    }

    /** Files are written on the node: never outside of the directory of the process. */
    private static String path(String name) {
        Path path = Path.of(name).normalize();
        if (path.isAbsolute() || path.startsWith("..") || path.toString().isEmpty()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + name + "' is no file of a program; its name is a path below the directory of the process");
        }
        return path.toString();
    }

    private static TupleFormat format(String name) {
        try {
            return TupleFormat.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a program has the format '" + name + "'; it is text, escaped, binary or framed",
                    e);
        }
    }
}

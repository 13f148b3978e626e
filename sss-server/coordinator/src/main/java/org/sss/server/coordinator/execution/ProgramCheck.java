package org.sss.server.coordinator.execution;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.Program;
import org.sss.net.control.WorkflowSpec.ProgramFile;
import org.sss.net.rpc.Json;

/** Validates the program of a job, before any task has it. Stateless. */
final class ProgramCheck {
    /** Of the JSON of the job: each task gets it in a header of 256 KiB, with other things. */
    static final int MAX_BYTES = 64 << 10;

    static final int MAX_FILES = 100;
    private static final List<String> FORMATS = List.of("text", "escaped", "binary", "framed");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final JobSpec job;
    private final Program program;

    private ProgramCheck(JobSpec job) {
        this.job = job;
        program = job.program();
    }

    /** @throws SssException INVALID_ARGUMENT if a job has neither functions nor a valid program, or both; TOO_LARGE */
    static void check(JobSpec job) {
        if (job.program() != null) {
            new ProgramCheck(job).run();
        } else if (job.functions().isEmpty()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "job '" + job.name() + "' has neither functions nor a program; send one of them");
        }
    }

    private void run() {
        if (!job.functions().isEmpty()) {
            throw invalid("has functions and a program; send one of them");
        }
        checkJob();
        checkCommand("command", program.command());
        if (!program.combine().isEmpty()) {
            checkCombiner();
        }
        if (!FORMATS.contains(program.format())) {
            throw invalid("has a program of the format '" + program.format() + "'; it is one of "
                    + String.join(", ", FORMATS));
        }
        checkFiles();
        program.environment().forEach(this::checkVariable);
        int bytes = Json.message(job).length;
        if (bytes > MAX_BYTES) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "job '" + job.name() + "' is described by " + bytes + " bytes, above the limit of " + MAX_BYTES
                            + " of a job with a program; its program has " + Json.message(program).length
                            + " of them, the rest are names of groups and parameters. Move what is large to a file"
                            + " of the program");
        }
    }

    /** A program does what one mapper or reducer does. */
    private void checkJob() {
        if (job.kind() == JobKind.CO_GROUP) {
            throw invalid("joins groups, which a program cannot; let a job of functions join them, or a Map write them"
                    + " to one group");
        }
        if (job.kind() == JobKind.REDUCE && job.inputs().size() != 1) {
            throw invalid("is a Reduce of " + job.inputs().size() + " groups; a program reduces one group");
        }
        if (!job.splits().isEmpty() || !job.side().isEmpty() || !job.rangesOf().isEmpty()) {
            throw invalid("has splits of a source, side groups or a range partitioner; a program reads groups as"
                    + " input alone, so import files first ('sss group import')");
        }
        if (job.outputs().size() > 1) {
            throw invalid("has " + job.outputs().size() + " outputs; a program writes one group");
        }
    }

    private void checkCommand(String what, List<String> words) {
        if (words.isEmpty() || words.get(0).isBlank()) {
            throw invalid("has a program whose " + what + " is empty; its first word is the executable");
        }
        words.forEach(word -> checkText(what, word));
    }

    private void checkCombiner() {
        if (job.kind() != JobKind.MAP) {
            throw invalid("is a Reduce with a combiner, which is for the output of a Map");
        }
        checkCommand("combiner", program.combine());
    }

    private void checkFiles() {
        if (program.files().size() > MAX_FILES) {
            throw invalid("has a program of " + program.files().size() + " files; up to " + MAX_FILES
                    + " can be sent, put more of them into an archive");
        }
        Set<Path> names = new HashSet<>();
        for (ProgramFile file : program.files()) {
            checkText("name of a file", file.name());
            if (!names.add(path(file.name()))) {
                throw invalid("has a program with two files named '" + file.name() + "'");
            }
        }
    }

    private Path path(String name) {
        try {
            Path path = Path.of(name).normalize();
            if (!path.isAbsolute() && !path.startsWith("..") && !path.toString().isEmpty()) {
                return path;
            }
        } catch (InvalidPathException e) {
            // Reported with the others.
        }
        throw invalid("has a program with a file '" + name
                + "'; its name is a path below the directory of the process, without '..'");
    }

    private void checkVariable(String name, String value) {
        checkText("environment", value);
        if (!VARIABLE.matcher(name).matches()) {
            throw invalid("sets the variable '" + name + "'; a name has letters, digits and underscores");
        }
    }

    private void checkText(String what, String text) {
        if (text.indexOf('\0') >= 0) {
            throw invalid("has a program with a NUL in its " + what + ", which no process can get; remove it");
        }
    }

    private SssException invalid(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "job '" + job.name() + "' " + what);
    }
}

package org.sss.io.exec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.net.control.NestingLevel;

/**
 * The environment of the processes of a task: a directory with the shipped files, and environment variables. For the
 * task's thread.
 */
final class ProcessEnvironment {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessEnvironment.class);
    /** Error codes in messages of Java 17 and Java 25. */
    private static final Pattern NO_SUCH_FILE = Pattern.compile("error(=|: )2\\b");
    /** Out of processes, memory or open files. */
    private static final Pattern NO_ROOM = Pattern.compile("error(=|: )(11|12|24)\\b");
    /** The file is open for writing. */
    private static final Pattern BUSY = Pattern.compile("error(=|: )26\\b");

    private static final int MAX_BUSY_ATTEMPTS = 100;
    private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    static final String INPUT_FILE = "SSS_INPUT_FILE";
    static final String INPUT_GROUP = "SSS_INPUT_GROUP";
    /** A variable of the node: names of further variables that processes get, separated by blanks or commas. */
    static final String MORE = "SSS_EXECUTABLE_ENV";
    /**
     * Variables of the node that processes get, besides those of the locale. Others may have secrets, or the way to
     * them.
     */
    private static final Set<String> PASSED = Set.of(
            "PATH",
            "LANG",
            "LANGUAGE",
            "TZ",
            "TMPDIR",
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "SSS_CLUSTER",
            "SSS_SECURITY");

    private final ProcessCommand command;
    private final Path ofTask;
    private final Path directory;
    private final Map<String, String> environment = new TreeMap<>();
    private final ProcessMark mark;

    /**
     * @param perFile whether the process gets the tuples of one file only
     * @throws SssException STORAGE
     */
    ProcessEnvironment(ProcessCommand command, TaskContext task, boolean perFile) {
        this.command = command;
        PlatformText text = PlatformText.ofThisJvm();
        text.check(command.words());
        command.files().forEach(file -> text.check(List.of(file.name())));
        text.putLocale(environment);
        ofTask = task.temporaryDirectory();
        directory = newDirectory(ofTask);
        mark = new ProcessMark();
        environment.put("SSS_WORKFLOW", task.workflow());
        environment.put("SSS_JOB", task.job());
        environment.put("SSS_TASK", Integer.toString(task.task()));
        environment.put("SSS_ATTEMPT", Integer.toString(task.attempt()));
        environment.put("SSS_ITERATION", Integer.toString(task.iteration()));
        task.inputGroup().ifPresent(group -> environment.put(INPUT_GROUP, group));
        if (perFile) {
            task.inputFile().ifPresent(file -> environment.put(INPUT_FILE, file));
        }
        mark.putInto(environment);
        writeFiles();
    }

    private ProcessEnvironment(ProcessEnvironment other) {
        command = other.command;
        ofTask = other.ofTask;
        directory = newDirectory(ofTask);
        mark = other.mark;
        environment.putAll(other.environment);
        writeFiles();
    }

    private void writeFiles() {
        for (ShippedFile file : command.files()) {
            try {
                file.writeTo(directory);
            } catch (IOException e) {
                throw new SssException(
                        ErrorCode.STORAGE,
                        "the file '" + file.name() + "', which was shipped with command " + command
                                + ", cannot be written: " + e,
                        e);
            }
        }
    }

    /**
     * A task with several inputs runs a process for each in sequence; a process must not see files of an earlier one.
     */
    private static Path newDirectory(Path ofTask) {
        try {
            return Files.createTempDirectory(ofTask, "process-");
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE, "cannot create a directory for a process in " + ofTask + ": " + e, e);
        }
    }

    /**
     * Returns the same environment with a new directory.
     *
     * @throws SssException STORAGE
     */
    ProcessEnvironment fresh() {
        return new ProcessEnvironment(this);
    }

    /** Files that cannot be deleted are deleted with the directory of the task. */
    void deleteDirectory() {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("{} was not deleted", directory, e);
        }
    }

    Path directory() {
        return directory;
    }

    ProcessBuilder process() {
        ProcessBuilder process = new ProcessBuilder(command.words()).directory(directory.toFile());
        keepPassed(process.environment());
        int depth = NestingLevel.ofCaller();
        if (depth > 0) {
            process.environment().put(NestingLevel.VARIABLE, Integer.toString(depth));
        }
        process.environment().putAll(command.environment());
        process.environment().putAll(environment);
        return process;
    }

    /** Removes the variables of the node that processes do not get. */
    static void keepPassed(Map<String, String> ofNode) {
        List<String> more = List.of(ofNode.getOrDefault(MORE, "").split("[\\s,]+"));
        ofNode.keySet().removeIf(name -> !PASSED.contains(name) && !name.startsWith("LC_") && !more.contains(name));
    }

    /** Kills all running processes that were started here, including descendants of processes that have ended. */
    void killAll() {
        mark.killAll();
    }

    private static String hint(String executable) {
        return executable.contains("/") ? "" : SearchPath.ofThisProcess().hint(executable);
    }

    /**
     * @throws SssException NOT_FOUND if there is no such executable; OVERLOADED if the machine cannot start another
     * process now
     */
    Process start(ProcessBuilder process) {
        EndWatch.OF_THIS_JVM.start();
        try {
            return startOnceClosed(process);
        } catch (IOException e) {
            String executable = command.words().get(0);
            String why = String.valueOf(e.getMessage());
            boolean missing = NO_SUCH_FILE.matcher(why).find();
            if (missing && executable.contains("/") && Files.exists(directory.resolve(executable))) {
                throw new SssException(
                        ErrorCode.NOT_FOUND,
                        "command " + command + " cannot be started: '" + executable
                                + "' exists, but not the interpreter"
                                + " that its first line names; a carriage return (\\r) at the end of the line changes "
                                + "that"
                                + " name",
                        e);
            }
            if (NO_ROOM.matcher(why).find()) {
                throw new SssException(
                        ErrorCode.OVERLOADED,
                        "command " + command + " cannot be started now: " + why + "; give the node more processes,"
                                + " memory or open files (ulimit -u, pids.max of its container, ulimit -n), or run "
                                + "less at once",
                        e);
            }
            throw new SssException(
                    missing ? ErrorCode.NOT_FOUND : ErrorCode.INVALID_ARGUMENT,
                    missing
                            ? "there is no executable '" + executable + "' for command " + command
                                    + " on the node of this task" + hint(executable) + "; install it"
                                    + " on all nodes, or ship it and call it ./"
                                    + Path.of(executable).getFileName()
                            : "command " + command + " cannot be started: " + e.getMessage() + "; is '" + executable
                                    + "' executable?",
                    e);
        }
    }

    /**
     * Starts a file that was written just before: a process that another thread starts at the same time has it open for
     * writing until it runs its own program, and the system then refuses to start the file.
     */
    static Process startOnceClosed(ProcessBuilder process) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return process.start();
            } catch (IOException e) {
                if (attempt == MAX_BUSY_ATTEMPTS
                        || !BUSY.matcher(String.valueOf(e.getMessage())).find()) {
                    throw e;
                }
                LockSupport.parkNanos(BUSY_NANOS);
            }
        }
    }
}

package org.sss.io.exec;

import java.io.IOException;
import java.util.function.Consumer;
import org.sss.api.ByteSink;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.io.SignsOfLife;

/** Sends tuples to a process, which is started with the first one, and emits its output. For the task's thread. */
final class Conversation<K, V, K2, V2> implements AutoCloseable {
    private static final int CHUNK_BYTES = 32 << 10;
    /**
     * Exit codes of signals as in shells and Java; codes above MAX_SIGNALS are no signals, such as 255 of Perl's die.
     */
    private static final int SIGNALS = 128;

    private static final int MAX_SIGNALS = 64;

    private final ProcessCommand command;
    private final TupleWriter<K, V> writer;
    private final TupleParser<K2, V2> parser;
    private final TaskContext task;
    private final Consumer<Reports> onStart;
    /** Whether there is a process for each file. */
    private final boolean perFile;

    private RecentInput recent;
    /** Of the running process, or null. */
    private String inputFile;

    private ByteSink chunk = new ByteSink(CHUNK_BYTES + 4096);
    private ProcessEnvironment environment;
    private PipedProcess process;
    private boolean deaf;
    private boolean finished;
    private Throwable failure;

    Conversation(ProcessCommand command, TupleWriter<K, V> writer, TupleParser<K2, V2> parser, TaskContext task) {
        this(command, writer, parser, task, signs(task), command.namesInputFile());
    }

    private static Consumer<Reports> signs(TaskContext task) {
        return task instanceof SignsOfLife watched ? new Signs(watched) : reports -> {};
    }

    /** The reports of one process after the other, as one sign. */
    private static final class Signs implements Consumer<Reports> {
        /** Of processes that have ended; read by other threads, like the next field. */
        private volatile long earlier;

        private volatile Reports running = new Reports();

        Signs(SignsOfLife watched) {
            watched.addSign(() -> earlier + running.total());
        }

        @Override
        public void accept(Reports started) {
            earlier += running.total();
            running = started;
        }
    }

    /**
     * @param onStart receives the reports of each process, which are signs of life
     * @param perFile whether there is a process for each file of the input
     */
    Conversation(
            ProcessCommand command,
            TupleWriter<K, V> writer,
            TupleParser<K2, V2> parser,
            TaskContext task,
            Consumer<Reports> onStart,
            boolean perFile) {
        this.onStart = onStart;
        this.perFile = perFile;
        this.command = command;
        this.writer = writer;
        this.parser = parser;
        this.task = task;
        recent = new RecentInput(command);
    }

    /**
     * Sends a tuple. After a failure all calls fail, whatever the job does about it: the state of the process is
     * unknown.
     */
    void send(K key, V value, Emitter<K2, V2> out) throws InterruptedException {
        unlessFailed(() -> sendToProcess(() -> writer.write(key, value, chunk), out));
    }

    /** Like {@link #send}, with the encodings of a key at {@code bytes[at]} and of its value after it. */
    void sendEncoded(byte[] bytes, int at, int keyLength, int valueLength, Emitter<K2, V2> out)
            throws InterruptedException {
        unlessFailed(() -> sendToProcess(() -> writer.writeEncoded(bytes, at, keyLength, valueLength, chunk), out));
    }

    /** Ends the input and waits for the process.
     *
     * @throws SssException USER_CODE if it fails or has failed before */
    void finish(Emitter<K2, V2> out) throws InterruptedException {
        unlessFailed(() -> finishProcess(out));
    }

    private void unlessFailed(Step step) throws InterruptedException {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof InterruptedException interrupted) {
            throw interrupted;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
        try {
            step.run();
        } catch (Throwable e) {
            failure = e;
            throw e;
        }
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    private void sendToProcess(Runnable write, Emitter<K2, V2> out) throws InterruptedException {
        if (perFile && process != null && !task.inputFile().orElse("").equals(inputFile)) {
            finishProcess(out);
            startAgain();
        }
        if (process == null) {
            inputFile = task.inputFile().orElse("");
            environment = new ProcessEnvironment(command, task, perFile);
            process = new PipedProcess(environment.start(environment.process()));
            onStart.accept(process.reports());
        }
        if (!deaf) {
            write.run();
            recent.countTuple();
            if (chunk.size() >= CHUNK_BYTES) {
                handOver(out);
            }
        }
    }

    private void startAgain() {
        close();
        deleteDirectory();
        process = null;
        recent = new RecentInput(command);
        deaf = false;
        finished = false;
    }

    private void handOver(Emitter<K2, V2> out) throws InterruptedException {
        Chunk full = new Chunk(chunk.array(), chunk.size());
        chunk = new ByteSink(CHUNK_BYTES + 4096);
        recent.add(full);
        Pipes pipes = process.pipes();
        emit(pipes.pollOutput(), out);
        while (!pipes.send(full)) {
            emit(pipes.awaitOutputOrRoom(), out);
        }
        if (pipes.isBroken()) {
            deaf = true;
            if (process.endsSoon()) {
                checkEnd();
            }
        }
    }

    private void emit(Chunk output, Emitter<K2, V2> out) {
        process.reports().countAll(task::count);
        if (output != null) {
            parser.take(output.bytes(), output.length(), out);
        }
    }

    private void finishProcess(Emitter<K2, V2> out) throws InterruptedException {
        if (process == null) {
            return;
        }
        if (chunk.size() > 0 && !deaf) {
            handOver(out);
        }
        chunk.clear();
        process.pipes().endInput();
        for (Chunk output; (output = process.pipes().awaitOutput()) != null; ) {
            emit(output, out);
        }
        checkEnd();
        parser.end(out);
        finished = true;
    }

    private void checkEnd() throws InterruptedException {
        int code = process.exitCode();
        process.awaitReports();
        if (process.reports().failure() != null) {
            throw process.reports().failure().error();
        }
        if (code != 0) {
            throw failure(code);
        }
        process.pipes().checkNotAbandoned();
        process.reports().countAll(task::count);
        String printed = process.stderr();
        if (!printed.isEmpty() && task instanceof SignsOfLife watched) {
            watched.printed(printed);
        }
    }

    private SssException failure(int code) throws InterruptedException {
        String stderr = process.stderr();
        String end = code > SIGNALS && code <= SIGNALS + MAX_SIGNALS
                ? "was killed by signal " + (code - SIGNALS)
                : "ended with exit code " + code;
        return new SssException(
                ErrorCode.USER_CODE,
                "command " + command + " " + end + " after it was given "
                        + recent.tupleCount()
                        + " tuples; " + culprit() + "; "
                        + (stderr.isEmpty()
                                ? "it wrote nothing to its standard error"
                                : "its standard error:" + (stderr.contains("\n") ? "\n" : " ") + stderr));
    }

    /** An error of the search, such as a full disk, is reported with the failure and does not replace it. */
    private String culprit() throws InterruptedException {
        try {
            return recent.culprit(environment);
        } catch (IOException | SssException e) {
            return "the search for the tuple that it fails with has failed (" + e.getMessage() + ")";
        }
    }

    /** Deletes the directory of the process. Called after {@link #close}, if a task has many processes. */
    void deleteDirectory() {
        if (environment != null) {
            environment.deleteDirectory();
        }
    }

    @Override
    public void close() {
        if (process != null) {
            boolean leftNothing = finished && process.isSilent();
            process.close();
            if (!leftNothing) {
                environment.killAll();
            }
        }
    }
}

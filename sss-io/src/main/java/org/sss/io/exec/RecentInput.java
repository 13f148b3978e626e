package org.sss.io.exec;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sss.io.NewlineSearch;
import org.sss.net.block.BigEndian;

/**
 * Buffers the most recent tuples sent to a process, to find the one that it fails with: since the process reads ahead,
 * that is usually not the last one. The search is a bisection: new processes get half of the tuples, then half of
 * those, until one fails with a single tuple. For the task's thread.
 */
final class RecentInput {
    /** More than the data in the pipe and in the process's own buffer. */
    private static final int BUFFERED_BYTES = 256 << 10;

    private static final long SEARCH_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int LENGTH_BYTES = 4;

    private final ProcessCommand command;
    private final Deque<Chunk> chunks = new ArrayDeque<>();
    private long bufferedBytes;
    private long tupleCount;

    /** A tuple in the format of the process. */
    private record Tuple(byte[] bytes, int from, int to) {}

    RecentInput(ProcessCommand command) {
        this.command = command;
    }

    void countTuple() {
        tupleCount++;
    }

    long tupleCount() {
        return tupleCount;
    }

    /** Adds a chunk of whole tuples. */
    void add(Chunk chunk) {
        chunks.add(chunk);
        bufferedBytes += chunk.length();
        while (bufferedBytes > BUFFERED_BYTES && chunks.size() > 1) {
            bufferedBytes -= chunks.remove().length();
        }
    }

    /** Returns a description of the tuple that the process fails with. */
    String culprit(ProcessEnvironment environment) throws IOException, InterruptedException {
        List<Tuple> tuples = tuples();
        if (tuples.isEmpty()) {
            return "the last one is not known";
        }
        String last = "the last one was '" + shown(tuples.get(tuples.size() - 1)) + "'";
        long deadlineNanos = System.nanoTime() + SEARCH_NANOS;
        if (fails(List.of(), environment, deadlineNanos)) {
            return last + ", and it fails without any, too";
        }
        Tuple found = find(tuples, environment, deadlineNanos);
        return found != null ? "it fails with the tuple '" + shown(found) + "' alone" : last;
    }

    private static Tuple find(List<Tuple> all, ProcessEnvironment environment, long deadlineNanos)
            throws IOException, InterruptedException {
        List<Tuple> suspects = all;
        if (!fails(suspects, environment, deadlineNanos)) {
            return null;
        }
        while (suspects.size() > 1) {
            List<Tuple> first = suspects.subList(0, suspects.size() / 2);
            List<Tuple> second = suspects.subList(suspects.size() / 2, suspects.size());
            suspects = fails(first, environment, deadlineNanos)
                    ? first
                    : fails(second, environment, deadlineNanos) ? second : List.of();
        }
        return suspects.isEmpty() ? null : suspects.get(0);
    }

    /** Returns whether a new process fails with these tuples, in a directory that no other process has modified. */
    private static boolean fails(List<Tuple> tuples, ProcessEnvironment environment, long deadlineNanos)
            throws IOException, InterruptedException {
        Path file = Files.createTempFile(environment.directory(), "suspects", "");
        try (OutputStream out = Files.newOutputStream(file)) {
            for (Tuple tuple : tuples) {
                out.write(tuple.bytes(), tuple.from(), tuple.to() - tuple.from());
            }
        }
        ProcessEnvironment fresh = environment.fresh();
        Process process = fresh.start(fresh.process()
                .redirectInput(file.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD));
        try {
            return process.waitFor(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS) && process.exitValue() != 0;
        } finally {
            ProcessTree.kill(process);
            fresh.deleteDirectory();
            Files.deleteIfExists(file);
        }
    }

    private List<Tuple> tuples() {
        List<Tuple> tuples = new ArrayList<>();
        for (Chunk chunk : chunks) {
            for (int from = 0, to; from < chunk.length(); from = to) {
                to = end(chunk.bytes(), from, chunk.length());
                tuples.add(new Tuple(chunk.bytes(), from, to));
            }
        }
        return tuples;
    }

    private int end(byte[] bytes, int from, int to) {
        if (!command.binary()) {
            return NewlineSearch.find(bytes, from, to) + 1;
        }
        int first = partEnd(bytes, from);
        return command.valuesOnly() ? first : partEnd(bytes, first);
    }

    private static int partEnd(byte[] bytes, int at) {
        return at + LENGTH_BYTES + BigEndian.getInt(bytes, at);
    }

    private String shown(Tuple tuple) {
        int newline = command.binary() ? 0 : 1;
        return TupleParser.shown(tuple.bytes(), tuple.from(), tuple.to() - newline);
    }
}

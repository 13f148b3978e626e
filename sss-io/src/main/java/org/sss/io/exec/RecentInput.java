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

/**
 * The last tuples that a process was given, to find the one that it fails with: since it reads ahead, that is mostly not the
 * last one. New processes are given half of the tuples, then half of those, until one fails with a single tuple. Used by the
 * task's thread.
 */
final class RecentInput {
    /** Above what is on its way to a process and in its own buffer. */
    private static final int KEPT_BYTES = 256 << 10;
    private static final long SEARCH_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int LENGTH_BYTES = 4;

    private final ProcessCommand command;
    private final Deque<Piece> pieces = new ArrayDeque<>();
    private long keptBytes;
    private long tupleCount;

    /** A tuple as the process gets it. */
    private record Tuple(byte[] bytes, int from, int to) {
    }

    RecentInput(ProcessCommand command) {
        this.command = command;
    }

    void told() {
        tupleCount++;
    }

    long tupleCount() {
        return tupleCount;
    }

    /** Whole tuples. */
    void add(Piece piece) {
        pieces.add(piece);
        keptBytes += piece.length();
        while (keptBytes > KEPT_BYTES && pieces.size() > 1) {
            keptBytes -= pieces.remove().length();
        }
    }

    /** Which tuple it was, in words. */
    String culprit(ProcessEnvironment surroundings) throws IOException, InterruptedException {
        List<Tuple> tuples = tuples();
        if (tuples.isEmpty()) {
            return "the last one is not known";
        }
        String last = "the last one was '" + shown(tuples.get(tuples.size() - 1)) + "'";
        long deadlineNanos = System.nanoTime() + SEARCH_NANOS;
        if (fails(List.of(), surroundings, deadlineNanos)) {
            return last + ", and it fails without any, too";
        }
        Tuple found = find(tuples, surroundings, deadlineNanos);
        return found != null ? "it fails with the tuple '" + shown(found) + "' alone" : last;
    }

    private static Tuple find(List<Tuple> all, ProcessEnvironment surroundings, long deadlineNanos) throws IOException, InterruptedException {
        List<Tuple> suspects = all;
        if (!fails(suspects, surroundings, deadlineNanos)) {
            return null;
        }
        while (suspects.size() > 1) {
            List<Tuple> first = suspects.subList(0, suspects.size() / 2);
            List<Tuple> second = suspects.subList(suspects.size() / 2, suspects.size());
            suspects = fails(first, surroundings, deadlineNanos) ? first
                    : fails(second, surroundings, deadlineNanos) ? second : List.of();
        }
        return suspects.isEmpty() ? null : suspects.get(0);
    }

    /** Whether a new process fails with these tuples, in a directory that no other process has changed. */
    private static boolean fails(List<Tuple> tuples, ProcessEnvironment surroundings, long deadlineNanos)
            throws IOException, InterruptedException {
        Path file = Files.createTempFile(surroundings.directory(), "suspects", "");
        try (OutputStream out = Files.newOutputStream(file)) {
            for (Tuple tuple : tuples) {
                out.write(tuple.bytes(), tuple.from(), tuple.to() - tuple.from());
            }
        }
        ProcessEnvironment fresh = surroundings.fresh();
        Process process = fresh.start(fresh.process().redirectInput(file.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD));
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
        for (Piece piece : pieces) {
            for (int from = 0, to; from < piece.length(); from = to) {
                to = end(piece.bytes(), from, piece.length());
                tuples.add(new Tuple(piece.bytes(), from, to));
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
        return at + LENGTH_BYTES
                + ((bytes[at] & 0xFF) << 24 | (bytes[at + 1] & 0xFF) << 16 | (bytes[at + 2] & 0xFF) << 8 | bytes[at + 3] & 0xFF);
    }

    private String shown(Tuple tuple) {
        int newline = command.binary() ? 0 : 1;
        return TupleParser.shown(tuple.bytes(), tuple.from(), tuple.to() - newline);
    }
}

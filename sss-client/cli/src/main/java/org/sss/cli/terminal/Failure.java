package org.sss.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sss.api.SssException;
import org.sss.net.transport.OutOfMemory;
import org.sss.server.code.Thrown;

/** The error message for the exception that a command failed with. Immutable. */
public record Failure(Throwable thrown) {
    /** Limit of the search, as causes may be cyclic. */
    private static final int MAX_CAUSES = 100;

    /** What happened and what to do. Several lines if it quotes the output of a process. */
    public String message() {
        if (has(e -> isShortOf(e, OutOfMemory.HEAP))) {
            return "out of memory: the maximum heap is "
                    + Units.bytes(Runtime.getRuntime().maxMemory())
                    + "; set a larger one with SSS_HEAP, for example SSS_HEAP=4g";
        }
        if (thrown instanceof SssException) {
            return lines(thrown.getMessage());
        }
        if (has(Thrown::isLackOfThreads)) {
            return "cannot create another thread; raise the limit (ulimit -u, pids.max of the container), or run"
                    + " less at once";
        }
        OutOfMemory kind = Stream.of(OutOfMemory.values())
                .filter(memory -> has(e -> isShortOf(e, memory)))
                .findFirst()
                .orElse(null);
        if (kind != null) {
            return kind.cause() + "; " + kind.remedy();
        }
        Throwable cause = thrown instanceof UncheckedIOException ? thrown.getCause() : thrown;
        return cause instanceof IOException io
                ? lines("input or output failed: " + reason(io))
                : lines("unexpected " + Thrown.text(thrown) + "; run again with --verbose and report it");
    }

    /**
     * Returns true if the reader of the output has closed it, as in {@code sss ... | head}. Not for a lost connection
     * to a node.
     */
    public boolean isClosedPipe() {
        return has(StandardOutput.ClosedPipe.class::isInstance);
    }

    /** Adds the reason for exceptions whose message is only a path. */
    private static String reason(IOException e) {
        String what = e instanceof NoSuchFileException
                ? ": no such file or directory"
                : e instanceof AccessDeniedException
                        ? ": permission denied"
                        : e instanceof FileAlreadyExistsException ? ": already exists and is not a directory" : "";
        boolean hasReason = what.isEmpty() || e instanceof FileSystemException file && file.getReason() != null;
        return hasReason ? String.valueOf(e.getMessage()) : e.getMessage() + what;
    }

    private static boolean isShortOf(Throwable t, OutOfMemory kind) {
        return t instanceof OutOfMemoryError error && OutOfMemory.of(error) == kind;
    }

    private boolean has(Predicate<Throwable> wanted) {
        return Stream.iterate(thrown, t -> t != null, Thrown::cause)
                .limit(MAX_CAUSES)
                .anyMatch(wanted);
    }

    /** Removes blank lines and trailing spaces. */
    public static String lines(String text) {
        return text.strip().replaceAll("[ \\t\\r]*\\n(?:[ \\t\\r]*\\n)*", "\n");
    }

    public static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " | ");
    }
}

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

/** What a command failed with, for people. Immutable. */
public record Failure(Throwable thrown) {
    /** Looked at: causes may go round in a circle. */
    private static final int MAX_CAUSES = 100;

    /** What happened and what to do; the end of what a process wrote has lines of its own. */
    public String message() {
        if (has(e -> isShortOf(e, OutOfMemory.HEAP))) {
            return "the heap of " + Units.bytes(Runtime.getRuntime().maxMemory())
                    + " is used up; give more with SSS_HEAP, for example SSS_HEAP=4g";
        }
        if (thrown instanceof SssException) {
            return lines(thrown.getMessage());
        }
        if (has(Thrown::isLackOfThreads)) {
            return "Java can begin no further thread; give the process more of them (ulimit -u, pids.max of its container), or run less at once";
        }
        OutOfMemory kind = Stream.of(OutOfMemory.values()).filter(memory -> has(e -> isShortOf(e, memory))).findFirst().orElse(null);
        if (kind != null) {
            return kind.cause() + "; " + kind.remedy();
        }
        Throwable cause = thrown instanceof UncheckedIOException ? thrown.getCause() : thrown;
        return cause instanceof IOException io ? lines("input or output failed: " + reason(io))
                : lines("unexpected " + Thrown.text(thrown) + "; run again with --verbose and report it");
    }

    /** {@code sss ... | head} is no failure: the reader has what it wanted. A connection to a node that breaks is one. */
    public boolean isClosedPipe() {
        return has(StandardOutput.ClosedPipe.class::isInstance);
    }

    /** Those whose text is no more than a path say the rest by their type. */
    private static String reason(IOException e) {
        String what = e instanceof NoSuchFileException ? ": there is no such file or directory"
                : e instanceof AccessDeniedException ? ": this user may not do that"
                : e instanceof FileAlreadyExistsException ? ": it exists already and is no directory" : "";
        boolean told = what.isEmpty() || e instanceof FileSystemException file && file.getReason() != null;
        return told ? String.valueOf(e.getMessage()) : e.getMessage() + what;
    }

    private static boolean isShortOf(Throwable t, OutOfMemory kind) {
        return t instanceof OutOfMemoryError error && OutOfMemory.of(error) == kind;
    }

    private boolean has(Predicate<Throwable> wanted) {
        return Stream.iterate(thrown, t -> t != null, Thrown::cause).limit(MAX_CAUSES).anyMatch(wanted);
    }

    /** Without blank lines, and blanks at the end of lines. */
    public static String lines(String text) {
        return text.strip().replaceAll("[ \\t\\r]*\\n(?:[ \\t\\r]*\\n)*", "\n");
    }

    public static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " | ");
    }
}

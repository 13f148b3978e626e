package org.sss.cli.terminal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.OutputFormat;
import org.sss.io.RecordFormat;

/** Checks before long work that its result can be written. Stateless. */
public final class OutputFile {
    private static final List<String> STANDARD_OUTPUT = List.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");

    private OutputFile() {}

    /** Returns true if {@code file} names the standard output, such as {@code /dev/stdout}. */
    public static boolean isStandardOutput(String file) {
        return STANDARD_OUTPUT.contains(file);
    }

    /**
     * Returns {@code file} if it can be written; creates nothing.
     *
     * @throws SssException INVALID_ARGUMENT
     */
    public static Path checked(Path file) {
        if (isStandardOutput(file.toString())) {
            throw refused(file, "the command itself prints to standard output; name another file");
        }
        Path parent = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw refused(file, "it is a directory; name a file");
        }
        if (Files.exists(file) ? !Files.isWritable(file) : Files.isDirectory(parent) && !Files.isWritable(parent)) {
            throw refused(file, "permission denied; choose another path");
        }
        if (!Files.isDirectory(parent)) {
            throw refused(file, "directory '" + parent + "' does not exist; create it first");
        }
        return file;
    }

    /**
     * Returns the format for the extension of a file, and prints a note if the extension selects none.
     *
     * @param wanted the requested format, or null
     * @throws SssException INVALID_ARGUMENT
     */
    public static OutputFormat format(String file, RecordFormat wanted, Console console) {
        OutputFormat format = OutputFormat.ofName(file, wanted);
        if (!format.note().isEmpty()) {
            console.note(format.note());
        }
        return format;
    }

    private static SssException refused(Path file, String why) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "cannot write file '" + file + "': " + why);
    }
}

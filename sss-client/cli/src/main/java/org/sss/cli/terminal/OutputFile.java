package org.sss.cli.terminal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Tells before long work that its result could not be written. Stateless. */
public final class OutputFile {
    private static final List<String> STANDARD_OUTPUT = List.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");

    private OutputFile() {
    }

    /** Whether it is the standard output, by its name as a file. */
    public static boolean isStandardOutput(String file) {
        return STANDARD_OUTPUT.contains(file);
    }

    /** @throws SssException INVALID_ARGUMENT; nothing is created */
    public static Path checked(Path file) {
        if (isStandardOutput(file.toString())) {
            throw refused(file, "the command itself prints there, and each would write over the other; name a file");
        }
        Path parent = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw refused(file, "it is a directory; name a file in it");
        }
        if (Files.exists(file) ? !Files.isWritable(file) : Files.isDirectory(parent) && !Files.isWritable(parent)) {
            throw refused(file, "this user may not write there; take another path");
        }
        if (!Files.isDirectory(parent)) {
            throw refused(file, "there is no directory '" + parent + "'; make it first");
        }
        return file;
    }

    private static SssException refused(Path file, String why) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "cannot write file '" + file + "': " + why);
    }
}

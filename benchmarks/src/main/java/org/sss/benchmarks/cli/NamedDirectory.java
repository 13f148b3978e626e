package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.UsageException;

/**
 * A directory that an option names as {@code NAME=DIR} or {@code DIR}; the name is that of its medium in reports.
 * Immutable.
 */
record NamedDirectory(String name, Path path) {
    private static final Pattern NAMED = Pattern.compile("([\\w-]+)=(.+)");

    private static NamedDirectory of(String text) {
        Matcher named = NAMED.matcher(text);
        return named.matches()
                ? new NamedDirectory(named.group(1), Path.of(named.group(2)))
                : new NamedDirectory(text, Path.of(text));
    }

    /** Those of an option, in the order in which they were given. */
    static List<NamedDirectory> all(Call call, String option) {
        List<NamedDirectory> all = new ArrayList<>();
        for (String text : call.has(option) ? call.line().getOptionValues(option) : new String[0]) {
            all.add(of(text));
        }
        return all;
    }

    /**
     * Those of an option, of which each is there and has a name of its own.
     *
     * @throws UsageException that names the directory that cannot be used
     */
    static List<NamedDirectory> checked(Call call, String option) {
        List<NamedDirectory> all = all(call, option);
        for (NamedDirectory one : all) {
            one.check(option);
            if (all.stream().filter(other -> other.name.equals(one.name)).count() > 1) {
                throw new UsageException("--" + option + " has two directories named " + one.name
                        + "; give names that differ, as ssd=DIR and hdd=DIR");
            }
        }
        return all;
    }

    private void check(String option) {
        if (!Files.isDirectory(path) || !Files.isWritable(path)) {
            throw new UsageException("--" + option + " " + path
                    + (Files.isDirectory(path)
                            ? " is not writable: give its user, or this one, the right to write"
                            : Files.exists(path)
                                    ? " is not a directory: name one"
                                    : " does not exist: make it (mkdir -p), or mount the file system"));
        }
    }

    /** For the head of a report: where each directory is, and on which file system. */
    static Map<String, String> describe(List<NamedDirectory> all) throws IOException {
        Map<String, String> text = new LinkedHashMap<>();
        for (NamedDirectory one : all) {
            FileStore store = Files.getFileStore(one.path);
            text.put(one.name, one.path + " (" + store.type() + ", " + store.name() + ")");
        }
        return text;
    }
}

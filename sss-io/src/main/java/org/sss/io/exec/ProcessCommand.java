package org.sss.io.exec;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The command of a process and its tuple format.
 *
 * @param words      the executable and its arguments
 * @param separator  between key and value in {@link TupleFormat#TEXT}
 * @param valuesOnly whether the process gets values without their keys
 * @param environment variables that it gets besides the usual ones
 */
record ProcessCommand(
        List<String> words,
        TupleFormat format,
        byte separator,
        boolean valuesOnly,
        List<ShippedFile> files,
        Map<String, String> environment)
        implements Serializable {
    private static final byte TAB = '\t';
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    ProcessCommand {
        if (format != TupleFormat.TEXT && separator != TAB) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "only the text format takes another separator than a tab");
        }
        words = List.copyOf(words);
        files = List.copyOf(files);
        environment = Map.copyOf(environment);
    }

    static ProcessCommand of(List<String> words) {
        if (words.isEmpty() || words.get(0).isBlank()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "a command needs an executable");
        }
        return new ProcessCommand(words, TupleFormat.TEXT, TAB, false, List.of(), Map.of());
    }

    /**
     * Returns whether the command, or a shipped file, names the variable with the input file. Only then there is a
     * process for each file: one for each of many small files would cost more than reading them.
     */
    boolean namesInputFile() {
        return words.stream().anyMatch(word -> word.contains(ProcessEnvironment.INPUT_FILE))
                || files.stream().anyMatch(file -> file.contains(ProcessEnvironment.INPUT_FILE));
    }

    boolean binary() {
        return format.isBinary();
    }

    /** Returns another command with the same format, with keys. */
    ProcessCommand with(List<String> otherWords) {
        return new ProcessCommand(otherWords, format, separator, false, files, environment);
    }

    ProcessCommand with(TupleFormat newFormat) {
        return new ProcessCommand(words, newFormat, separator, valuesOnly, files, environment);
    }

    /** @throws SssException INVALID_ARGUMENT for a character that is not ASCII or ends a line */
    ProcessCommand withSeparator(char newSeparator) {
        if (newSeparator == 0 || newSeparator > 0x7E || newSeparator == '\n' || newSeparator == '\r') {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a separator is one ASCII character other than newline and carriage return, not '" + newSeparator
                            + "'");
        }
        return new ProcessCommand(words, format, (byte) newSeparator, valuesOnly, files, environment);
    }

    ProcessCommand withValuesOnly() {
        return new ProcessCommand(words, format, separator, true, files, environment);
    }

    /** @throws SssException INVALID_ARGUMENT for what is no name of a variable, or a value with a NUL */
    ProcessCommand with(String variable, String value) {
        if (!VARIABLE.matcher(variable).matches() || value.indexOf('\0') >= 0) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + variable + "' cannot be set in the environment of a process: a name has letters,"
                            + " digits and underscores, and a value no NUL");
        }
        Map<String, String> all = new TreeMap<>(environment);
        all.put(variable, value);
        return new ProcessCommand(words, format, separator, valuesOnly, files, all);
    }

    /** Unpacks an archive in a directory of that name. */
    ProcessCommand withArchive(Path archive, String directory) {
        List<ShippedFile> all = new ArrayList<>(files);
        all.add(ShippedFile.ofArchive(archive, directory));
        return new ProcessCommand(words, format, separator, valuesOnly, all, environment);
    }

    ProcessCommand with(Path... more) {
        List<ShippedFile> all = new ArrayList<>(files);
        for (Path file : more) {
            all.add(ShippedFile.of(file));
        }
        return new ProcessCommand(words, format, separator, valuesOnly, all, environment);
    }

    /** For messages. */
    @Override
    public String toString() {
        return "'" + String.join(" ", words) + "'";
    }
}

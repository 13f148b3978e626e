package org.sss.io.exec;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The command of a process and its tuple format.
 *
 * @param words      the executable and its arguments
 * @param separator  between key and value in {@link TupleFormat#TEXT}
 * @param valuesOnly whether the process gets values without their keys
 */
record ProcessCommand(List<String> words, TupleFormat format, byte separator, boolean valuesOnly, List<ShippedFile> files) implements Serializable {
    private static final byte TAB = '\t';

    ProcessCommand {
        if (format != TupleFormat.TEXT && separator != TAB) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "only the text format takes another separator than a tab");
        }
        words = List.copyOf(words);
        files = List.copyOf(files);
    }

    static ProcessCommand of(List<String> words) {
        if (words.isEmpty() || words.get(0).isBlank()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "a command needs an executable");
        }
        return new ProcessCommand(words, TupleFormat.TEXT, TAB, false, List.of());
    }

    boolean binary() {
        return format == TupleFormat.BINARY;
    }

    /** Returns another command with the same format, with keys. */
    ProcessCommand with(List<String> otherWords) {
        return new ProcessCommand(otherWords, format, separator, false, files);
    }

    ProcessCommand with(TupleFormat newFormat) {
        return new ProcessCommand(words, newFormat, separator, valuesOnly, files);
    }

    /** @throws SssException INVALID_ARGUMENT for a character that is not ASCII or ends a line */
    ProcessCommand withSeparator(char newSeparator) {
        if (newSeparator == 0 || newSeparator > 0x7E || newSeparator == '\n' || newSeparator == '\r') {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "a separator is one ASCII character other than newline and carriage return, not '"
                    + newSeparator + "'");
        }
        return new ProcessCommand(words, format, (byte) newSeparator, valuesOnly, files);
    }

    ProcessCommand withValuesOnly() {
        return new ProcessCommand(words, format, separator, true, files);
    }

    ProcessCommand with(Path... more) {
        List<ShippedFile> all = new ArrayList<>(files);
        for (Path file : more) {
            all.add(ShippedFile.of(file));
        }
        return new ProcessCommand(words, format, separator, valuesOnly, all);
    }

    /** For messages. */
    @Override
    public String toString() {
        return "'" + String.join(" ", words) + "'";
    }
}

package org.sss.io.exec;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * What is run and how it is talked to.
 *
 * @param words      the executable and its arguments
 * @param binary     whether tuples have lengths before them, and are no lines
 * @param valuesOnly whether the process is given values without their keys
 */
record Command(List<String> words, boolean binary, boolean valuesOnly, List<ShippedFile> files) implements Serializable {
    Command {
        words = List.copyOf(words);
        files = List.copyOf(files);
    }

    static Command of(List<String> words) {
        if (words.isEmpty() || words.get(0).isBlank()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "a command needs an executable");
        }
        return new Command(words, false, false, List.of());
    }

    Command withBinary() {
        return new Command(words, true, valuesOnly, files);
    }

    Command withValuesOnly() {
        return new Command(words, binary, true, files);
    }

    Command with(Path... more) {
        List<ShippedFile> all = new ArrayList<>(files);
        for (Path file : more) {
            all.add(ShippedFile.of(file));
        }
        return new Command(words, binary, valuesOnly, all);
    }

    /** For messages. */
    @Override
    public String toString() {
        return "'" + String.join(" ", words) + "'";
    }
}

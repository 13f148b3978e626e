package org.sss.io;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.Nearest;

/** Names of columns. Immutable. */
final class CsvColumns {
    private final List<String> names;
    private final Map<String, Integer> indices = new HashMap<>();

    /** @throws SssException INVALID_ARGUMENT if two columns have the same name */
    CsvColumns(List<String> names) {
        this.names = List.copyOf(names);
        for (String name : names) {
            if (indices.put(name, indices.size()) != null) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "two columns are named '" + name
                                + "'; set unique names with --columns A,B,... (in a program CsvSource.columns), and "
                                + "remove the"
                                + " header"
                                + " line from the file");
            }
        }
    }

    List<String> names() {
        return names;
    }

    int count() {
        return names.size();
    }

    int index(String name) {
        Integer index = indices.get(name);
        if (index == null) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "there is no column '" + name + "'" + Nearest.hint(name, names.stream()) + ", but " + this);
        }
        return index;
    }

    @Override
    public String toString() {
        return String.join(", ", names);
    }
}

package org.sss.io;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Names of columns. Immutable. */
final class CsvColumns {
    private final List<String> names;
    private final Map<String, Integer> indices = new HashMap<>();

    /** @throws SssException INVALID_ARGUMENT when two have one name */
    CsvColumns(List<String> names) {
        this.names = List.copyOf(names);
        for (String name : names) {
            if (indices.put(name, indices.size()) != null) {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "two columns are named '" + name
                        + "'; give each a name of its own with --columns A,B,... (in a program CsvSource.columns), and take a first"
                        + " line of names out of the file");
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
            throw new SssException(ErrorCode.NOT_FOUND, "there is no column '" + name + "', but " + this);
        }
        return index;
    }

    @Override
    public String toString() {
        return String.join(", ", names);
    }
}

package org.sss.cli.group;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.JsonView;
import org.sss.net.control.Nearest;

/**
 * Which of the selected fields of documents are in any of them: a misspelled one is an error, although single documents
 * may lack a field. Thread-safe.
 */
final class SelectedFields {
    private static final int MAX_NAMES = 30;

    private final Set<String> found = ConcurrentHashMap.newKeySet();
    /** By name, the fields of a document without it. */
    private final Map<String, List<String>> lacking = new ConcurrentSkipListMap<>();

    /** @param prefix of the names of nested fields, as text */
    void note(String prefix, JsonView object, String name, JsonView value) {
        String path = prefix + name;
        if (found.contains(path)) {
            return;
        }
        if (!value.isMissing()) {
            found.add(path);
        } else {
            lacking.computeIfAbsent(
                    path,
                    any -> object.paths().stream().map(field -> prefix + field).toList());
        }
    }

    /** @throws SssException NOT_FOUND if no document has one of the fields */
    void check() {
        Map<String, List<String>> never = new TreeMap<>(lacking);
        never.keySet().removeAll(found);
        never.forEach((name, fields) -> {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "no row has the field '" + name + "'" + hint(name, fields) + "; the fields of the first row are: "
                            + shown(fields) + "; nothing was imported");
        });
    }

    /** Returns an error message for a field that a document lacks, with the fields it has. */
    static String missing(String prefix, JsonView object, String name) {
        List<String> fields =
                object.paths().stream().map(field -> prefix + field).toList();
        return "is missing" + hint(prefix + name, fields) + ", the fields are: " + shown(fields);
    }

    private static String hint(String name, List<String> fields) {
        return Nearest.hint(name, fields.stream());
    }

    private static String shown(List<String> fields) {
        return fields.isEmpty()
                ? "none"
                : String.join(", ", fields.subList(0, Math.min(MAX_NAMES, fields.size())))
                        + (fields.size() > MAX_NAMES ? ", ..." : "");
    }
}

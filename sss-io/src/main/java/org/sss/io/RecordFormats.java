package org.sss.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.store.Connectors;

/** The formats of this process: those of lines, and those of connectors. Thread-safe. */
public final class RecordFormats {
    /** Connectors by the extensions of their files. */
    private static final Map<String, String> CONNECTORS = Map.of(".parquet", "parquet");

    private RecordFormats() {}

    private static final class Loaded {
        static final List<RecordFormat> ALL = all();

        private static List<RecordFormat> all() {
            List<RecordFormat> all = new ArrayList<>(List.of(LineFormat.values()));
            all.addAll(Connectors.ofProcess().load(RecordFormat.class));
            return List.copyOf(all);
        }
    }

    /** Returns the format that the extension of a file selects, without that of a compression. */
    public static Optional<RecordFormat> ofName(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        return Loaded.ALL.stream()
                .filter(format -> format.extensions().stream().anyMatch(name::endsWith))
                .findFirst();
    }

    /**
     * Checks that the extension of a file is not that of a known connector that is missing.
     *
     * @throws SssException NOT_FOUND
     */
    public static void checkInstalled(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        CONNECTORS.forEach((extension, id) -> {
            if (name.endsWith(extension)) {
                of(id);
            }
        });
    }

    /**
     * Returns the format of an id.
     *
     * @throws SssException NOT_FOUND if its connector is not installed
     */
    public static RecordFormat of(String id) {
        return Loaded.ALL.stream()
                .filter(format -> format.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new SssException(
                        ErrorCode.NOT_FOUND,
                        "no connector '" + id + "' on this machine; unpack sss-" + id + ".tar.gz into ext/"));
    }
}

package org.sss.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.store.Connectors;
import org.sss.io.store.FileStores;
import org.sss.io.store.StoreProvider;

/** The formats of this process: those of lines, and those of connectors. Thread-safe. */
public final class RecordFormats {
    /** Connectors by the extensions of their files. */
    private static final Map<String, String> CONNECTORS = Map.of(".parquet", "parquet");

    private RecordFormats() {}

    /** Read at the first use. */
    private static volatile List<RecordFormat> loaded;

    private static List<RecordFormat> all() {
        List<RecordFormat> known = loaded;
        if (known == null) {
            List<RecordFormat> all = new ArrayList<>(List.of(LineFormat.values()));
            all.addAll(Connectors.ofProcess().load(RecordFormat.class));
            known = List.copyOf(all);
            loaded = known;
        }
        return known;
    }

    /**
     * Returns the schemes of stores and the ids of formats that the connectors of this process add, sorted.
     *
     * @throws SssException INVALID_ARGUMENT if a connector cannot be loaded
     */
    public static List<String> ofConnectors() {
        Set<String> all = new TreeSet<>();
        Connectors.ofProcess().load(StoreProvider.class).forEach(store -> all.add(store.scheme()));
        all().stream()
                .map(RecordFormat::id)
                .filter(RecordFormats::isOfConnector)
                .forEach(all::add);
        return List.copyOf(all);
    }

    private static boolean isOfConnector(String id) {
        return Arrays.stream(LineFormat.values())
                .noneMatch(format -> format.id().equals(id));
    }

    /** Returns what files of a format need, see {@link org.sss.io.store.ConnectorUser}. */
    static Set<String> connectors(String id, List<String> paths) {
        Set<String> all = new HashSet<>(FileStores.schemes(paths));
        if (isOfConnector(id)) {
            all.add(id);
        }
        return all;
    }

    /** Returns the format that the extension of a file selects, without that of a compression. */
    public static Optional<RecordFormat> ofName(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        return all().stream()
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
        return all().stream()
                .filter(format -> format.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new SssException(
                        ErrorCode.NOT_FOUND,
                        "no connector '" + id + "' on this machine; unpack sss-" + id + ".tar.gz into ext/"));
    }
}

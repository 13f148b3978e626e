package org.sss.benchmarks.micro;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.engines.HadoopStore;
import org.sss.benchmarks.rival.PlainFile;
import org.sss.benchmarks.rival.Pump;
import org.sss.benchmarks.rival.TokyoJni;
import org.sss.benchmarks.rival.TokyoProgram;
import org.sss.benchmarks.store.Cluster;
import org.sss.benchmarks.store.EmbeddedServer;
import org.sss.benchmarks.store.ServerProcess;
import org.sss.benchmarks.store.SssStore;
import org.sss.benchmarks.store.Store;

/** The systems of one run. One thread at a time. */
public final class Stores implements AutoCloseable {
    /** Systems that can be named. */
    public static final List<String> SYSTEMS = List.of("sss", "sss-tuples", "hadoop");
    private static final String SSS = "sss";
    private static final String TUPLES = "sss-tuples";

    private final List<Store> all = new ArrayList<>();

    private Stores() {
    }

    public static Stores open(MicroPlan plan) throws Exception {
        Stores stores = new Stores();
        try {
            for (String system : plan.systems()) {
                stores.add(system, plan);
            }
            if (plan.rivals()) {
                stores.addRivals(plan);
            }
            return stores;
        } catch (Exception e) {
            stores.close();
            throw e;
        }
    }

    private void addRivals(MicroPlan plan) throws Exception {
        Path directory = plan.directory();
        all.add(new TokyoProgram(Aims.TOKYO_C, directory.resolve("tokyo-c")));
        all.add(new TokyoJni("tokyo-jni", directory.resolve("tokyo-jni")));
        all.add(new PlainFile(Aims.PLAIN_FILE, directory.resolve("plain-file"), true));
        all.add(new PlainFile("plain-nosync", directory.resolve("plain-nosync"), false));
        all.add(new Pump(Aims.PUMP, directory, plan.threads()));
    }

    /** SSS is one store for each compression. */
    private void add(String system, MicroPlan plan) throws Exception {
        if (system.equals(SSS)) {
            for (Compression compression : plan.compressions()) {
                all.add(sss(plan, compression));
            }
        } else {
            all.add(named(system, plan));
        }
    }

    private static Store named(String system, MicroPlan plan) throws Exception {
        return switch (system) {
            case TUPLES -> tuples(plan);
            case HadoopStore.NAME -> new HadoopStore(plan.directory().resolve(HadoopStore.NAME), plan.threads(), plan.heap());
            default -> throw new SssException(ErrorCode.INVALID_ARGUMENT, "there is no system '" + system + "'; --system takes some of "
                    + String.join(",", SYSTEMS));
        };
    }

    /** As the original SSS keeps records: one Tokyo Cabinet file with a record for each tuple. */
    private static Store tuples(MicroPlan plan) throws Exception {
        Map<String, String> settings = new TreeMap<>(plan.settings());
        settings.put("storage.layout", "tuples");
        return new SssStore(TUPLES, new ServerProcess(plan.directory().resolve(TUPLES), plan.heap(), settings), plan.threads());
    }

    private static Store sss(MicroPlan plan, Compression compression) throws Exception {
        String suffix = compression == Compression.NONE ? "" : "-" + compression.name().toLowerCase(Locale.ROOT);
        Path directory = plan.directory().resolve("sss" + suffix);
        Cluster cluster = plan.tcp() ? new ServerProcess(directory, plan.heap(), plan.settings()) : new EmbeddedServer(directory);
        return new SssStore((plan.tcp() ? Aims.SSS_TCP : "sss-local") + suffix, cluster, plan.threads(), compression);
    }

    public List<Store> all() {
        return List.copyOf(all);
    }

    /** The one that the others are compared with. */
    public Store tested() {
        return all.get(0);
    }

    @Override
    public void close() throws Exception {
        for (Store store : all) {
            store.close();
        }
    }
}

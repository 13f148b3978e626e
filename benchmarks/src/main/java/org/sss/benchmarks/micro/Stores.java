package org.sss.benchmarks.micro;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.Compression;
import org.sss.benchmarks.engines.HadoopStore;

/** The systems of one run, the client of each in a process of its own. One thread at a time. */
public final class Stores implements AutoCloseable {
    /** The layout of the original, of a server that is a process of its own. */
    public static final String TUPLES = StorePlan.TUPLES;
    /** Systems that can be named. */
    public static final List<String> SYSTEMS = List.of(StorePlan.SSS, StorePlan.TUPLES, HadoopStore.NAME);

    private final List<Subject> all = new ArrayList<>();

    private Stores() {
    }

    public static Stores open(MicroPlan plan) throws Exception {
        Stores stores = new Stores();
        try {
            for (StorePlan store : plans(plan)) {
                stores.all.add(new HostedSubject(store, plan.clientHeap()));
            }
            return stores;
        } catch (Exception e) {
            stores.close();
            throw e;
        }
    }

    /** SSS is one store for each compression. */
    private static List<StorePlan> plans(MicroPlan plan) {
        List<StorePlan> plans = new ArrayList<>();
        for (String system : plan.systems()) {
            List<Compression> compressions = system.equals(StorePlan.SSS) ? plan.compressions() : List.of(Compression.NONE);
            compressions.forEach(compression -> plans.add(StorePlan.of(system, compression, plan)));
        }
        if (plan.rivals()) {
            StorePlan.RIVALS.forEach(rival -> plans.add(StorePlan.of(rival, Compression.NONE, plan)));
        }
        return plans;
    }

    List<Subject> all() {
        return List.copyOf(all);
    }

    /** The name of the one that the others are compared with. */
    public String tested() {
        return all.get(0).name();
    }

    @Override
    public void close() throws Exception {
        for (Subject store : all) {
            store.close();
        }
    }
}

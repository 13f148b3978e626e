package org.sss.benchmarks.micro;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sss.benchmarks.store.Cluster;
import org.sss.benchmarks.store.EmbeddedServer;
import org.sss.benchmarks.store.ServerProcess;
import org.sss.benchmarks.store.SssStore;
import org.sss.benchmarks.store.Store;

/** The systems of one run, SSS first. One thread at a time. */
public final class Stores implements AutoCloseable {
    private final List<Store> all = new ArrayList<>();

    private Stores() {
    }

    public static Stores open(MicroPlan plan) throws Exception {
        Stores stores = new Stores();
        try {
            stores.all.add(sss(plan));
            return stores;
        } catch (Exception e) {
            stores.close();
            throw e;
        }
    }

    private static Store sss(MicroPlan plan) throws Exception {
        Cluster cluster = plan.tcp() ? new ServerProcess(plan.directory().resolve("sss"), plan.heap(), Map.of())
                : new EmbeddedServer(plan.directory().resolve("sss"));
        return new SssStore(plan.tcp() ? "sss-tcp" : "sss-local", cluster, plan.threads());
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

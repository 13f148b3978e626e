package org.sss.spark.sql;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.sss.client.SssClient;

/**
 * The clients of this process: tasks that use the same cluster share one. Up to {@value #MAX_IDLE} clients that are not
 * in use stay connected. Thread-safe.
 */
final class ClientPool {
    /** Spark makes readers and writers by deserialization, so they find it here. */
    private static final ClientPool OF_PROCESS = new ClientPool();

    private static final int MAX_IDLE = 2;

    /** The one that was used last is the last; guarded by this. */
    private final Map<ClusterAddress, Shared> clients = new LinkedHashMap<>();

    private ClientPool() {}

    private static final class Shared {
        private final SssClient client;
        private int users;

        Shared(SssClient client) {
            this.client = client;
        }
    }

    /** Use of a client until it is closed. */
    static final class Lease implements AutoCloseable {
        private final Shared shared;
        private boolean open = true;

        private Lease(Shared shared) {
            this.shared = shared;
        }

        SssClient client() {
            return shared.client;
        }

        /** Idempotent. */
        @Override
        public void close() {
            OF_PROCESS.give(this);
        }
    }

    /** @throws org.sss.api.SssException if the cluster cannot be reached, or refuses the token */
    static Lease take(ClusterAddress address) {
        return OF_PROCESS.lease(address);
    }

    static <R> R call(ClusterAddress address, Function<SssClient, R> use) {
        try (Lease lease = take(address)) {
            return use.apply(lease.client());
        }
    }

    private synchronized Lease lease(ClusterAddress address) {
        Shared shared = clients.remove(address);
        if (shared == null) {
            shared = new Shared(address.connect());
        }
        clients.put(address, shared);
        shared.users++;
        return new Lease(shared);
    }

    private synchronized void give(Lease lease) {
        if (lease.open) {
            lease.open = false;
            lease.shared.users--;
            closeIdle();
        }
    }

    private void closeIdle() {
        long idle =
                clients.values().stream().filter(shared -> shared.users == 0).count();
        for (Iterator<Shared> all = clients.values().iterator(); idle > MAX_IDLE && all.hasNext(); ) {
            Shared shared = all.next();
            if (shared.users == 0) {
                all.remove();
                shared.client.close();
                idle--;
            }
        }
    }
}

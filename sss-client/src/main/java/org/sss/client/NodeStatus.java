package org.sss.client;

import java.util.List;
import java.util.Locale;
import org.sss.net.control.ServerVerbs;

/** What a node reports of itself. Immutable. */
public final class NodeStatus {
    private final ServerVerbs.NodeStatus status;

    /**
     * How busy the machine of a node is.
     *
     * @param average    number of threads that run or wait for a processor, averaged over a minute
     * @param processors that the process may use
     */
    public record MachineLoad(double average, int processors) {
        /** More threads for each processor make commands and nodes answer late. */
        private static final double BUSY = 4;
        /** With so many, time limits of connections may expire. */
        private static final double OVERLOADED = 16;

        static MachineLoad of(ServerVerbs.MachineLoad load) {
            return load == null ? null : new MachineLoad(load.average(), load.processors());
        }

        /** Returns the load of this machine, or null if the system does not know it. */
        public static MachineLoad now() {
            return of(ServerVerbs.MachineLoad.now());
        }

        public double perProcessor() {
            return average / Math.max(1, processors);
        }

        /** Returns true if nodes of this machine may answer late. */
        public boolean isBusy() {
            return perProcessor() >= BUSY;
        }

        /** Returns true if nodes of this machine may answer too late. */
        public boolean isOverloaded() {
            return perProcessor() >= OVERLOADED;
        }

        /** Returns a text such as {@code load 55.0 on 2 processors}. */
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "load %.1f on %d processor%s", average, processors, processors == 1 ? "" : "s");
        }
    }

    /**
     * What has passed between two nodes through shared memory or RDMA.
     *
     * @param node      the other one
     * @param transport such as {@code shm}
     * @param puts      slots of memory that were sent
     * @param fullWaits how often all slots were full
     * @param doorbells how often the other node was woken
     */
    public record RingUse(
            int node, String transport, long puts, long sentBytes, long receivedBytes, long fullWaits, long doorbells) {
        static RingUse of(ServerVerbs.RingUse use) {
            return new RingUse(
                    use.node(),
                    use.transport(),
                    use.puts(),
                    use.sentBytes(),
                    use.receivedBytes(),
                    use.fullWaits(),
                    use.doorbells());
        }
    }

    NodeStatus(ServerVerbs.NodeStatus status) {
        this.status = status;
    }

    /** Returns the version of SSS. */
    public String version() {
        return status.process().version();
    }

    /** Returns the id of its process. */
    public long pid() {
        return status.process().pid();
    }

    /** Returns the version of Java. */
    public String java() {
        return status.process().java();
    }

    /** Returns the time at which its process started, in milliseconds since 1970 by its own clock. */
    public long startedMillis() {
        return status.process().startedMillis();
    }

    public long heapUsedBytes() {
        return status.process().heapUsedBytes();
    }

    public long heapMaxBytes() {
        return status.process().heapMaxBytes();
    }

    /** Returns the free bytes of the disk with its data. */
    public long freeDiskBytes() {
        return status.disk().freeDiskBytes();
    }

    /** Returns the schemes of stores and the ids of formats that the connectors of the node add, such as {@code s3}. */
    public List<String> connectors() {
        return status.process().connectors() == null
                ? List.of()
                : status.process().connectors();
    }

    public int tasksRunning() {
        return status.tasksRunning();
    }

    public String dataDirectory() {
        return status.disk().dataDirectory();
    }

    /** Returns the load of its machine, or null if the system does not know it. */
    public MachineLoad load() {
        return MachineLoad.of(status.load());
    }

    /** Returns what has passed through shared memory or RDMA, on connections that the node has made. */
    public List<RingUse> rings() {
        return status.rings() == null
                ? List.of()
                : status.rings().stream().map(RingUse::of).toList();
    }

    /** Returns certificates and tokens that end soon, one sentence each. */
    public List<String> expiring() {
        return status.expiring() == null ? List.of() : status.expiring();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeStatus that && status.equals(that.status);
    }

    @Override
    public int hashCode() {
        return status.hashCode();
    }
}

package org.sss.server.node.http;

import io.netty.util.internal.PlatformDependent;
import java.io.File;
import java.time.Instant;
import java.util.Map;
import org.sss.dataserver.DataFigures;
import org.sss.dataserver.DataServer;
import org.sss.net.control.Progress.Volume;
import org.sss.net.peer.PeerLimit;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Traffic;
import org.sss.net.transport.Transport;
import org.sss.server.coordinator.CoordinatorFigures;
import org.sss.server.coordinator.state.SssVersion;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.slots.TaskCounts;
import org.sss.server.node.slots.TaskService;
import org.sss.server.node.slots.TaskTotals;
import org.sss.server.security.NodeSecurity;

/**
 * The figures of each node, but for those of the process itself. They are read from what counts anyway, at the moment
 * of the request. Thread-safe.
 *
 * @param service  of the server port
 * @param dataPort of the data port
 */
public record NodeFigures(
        NodeConfig config,
        TaskService tasks,
        DataServer data,
        RpcService service,
        RpcService dataPort,
        Transport transport,
        NodeSecurity.Checks checks) {
    private static final String USED = "sss_memory_used_bytes";
    private static final String USED_HELP = "Memory in use, by its purpose";
    private static final String LIMIT = "sss_memory_limit_bytes";
    private static final String LIMIT_HELP = "Limit of sss_memory_used_bytes";
    private static final String REFUSED = "sss_refused_total";
    private static final String REFUSED_HELP = "Requests and connections that the node has refused, by reason";

    /** @param cluster on node 0, once its coordinator runs; else null */
    public void writeTo(FigureSink to, CoordinatorFigures cluster) {
        to.gauge("sss_build_info", "The version of SSS; always 1", 1, "version", SssVersion.text());
        DataFigures stored = data.figures();
        Traffic traffic = transport.traffic();
        writeTasks(to);
        writeData(to, stored);
        writeMemory(to, stored, traffic);
        writeNetwork(to, stored, traffic);
        writeDisk(to, stored);
        for (Map.Entry<String, Instant> end : checks.firstEnds().entrySet()) {
            to.gauge(
                    "sss_expiry_timestamp_seconds",
                    "When the first certificate or token of its kind ends; those of tokens on node 0",
                    end.getValue().getEpochSecond(),
                    "kind",
                    end.getKey());
        }
        if (cluster != null) {
            ClusterFigures.write(cluster, to);
        }
    }

    private void writeTasks(FigureSink to) {
        TaskCounts now = tasks.counts();
        to.gauge("sss_tasks_running", "Tasks that have a thread", now.running());
        to.gauge("sss_tasks_waiting", "Tasks that wait for a thread", now.waiting());
        to.gauge("sss_task_threads", "Threads for tasks", now.threads());
        to.gauge("sss_task_threads_abandoned", "Threads of cancelled tasks that do not end", now.abandoned());
        TaskTotals.Values totals = tasks.totals().values();
        String ended = "Attempts of tasks that have ended";
        to.counter("sss_tasks_ended_total", ended, totals.succeeded(), "result", "succeeded");
        to.counter("sss_tasks_ended_total", ended, totals.failed(), "result", "failed");
        Volume volume = totals.volume();
        to.counter("sss_task_read_tuples_total", "Tuples that tasks have read", volume.tuplesIn());
        to.counter("sss_task_read_bytes_total", "Keys and values that tasks have read", volume.bytesIn());
        to.counter("sss_task_emitted_tuples_total", "Tuples that tasks have emitted", volume.tuplesOut());
        to.counter("sss_task_emitted_bytes_total", "Keys and values that tasks have emitted", volume.bytesOut());
        to.counter(
                "sss_task_combined_tuples_total",
                "Emitted tuples that were combined with others before they were stored",
                volume.tuplesCombined());
        String sent = "Blocks that tasks have written for data servers, of other nodes or of their own";
        to.counter("sss_task_sent_bytes_total", sent, totals.sentToOthers(), "to", "others");
        to.counter("sss_task_sent_bytes_total", sent, totals.sentToSelf(), "to", "self");
    }

    private static void writeData(FigureSink to, DataFigures stored) {
        to.counter(
                "sss_data_received_tuples_total",
                "Tuples of put streams that have ended",
                stored.totals().receivedTuples());
        to.counter(
                "sss_data_received_bytes_total",
                "Keys and values of put streams that have ended",
                stored.totals().receivedBytes());
        to.counter(
                "sss_data_commits_total",
                "Commits of a group on this node",
                stored.totals().commits());
        to.counter(
                "sss_data_committed_tuples_total",
                "Tuples that were committed",
                stored.totals().committedTuples());
        to.counter(
                "sss_data_committed_bytes_total",
                "Keys and values that were committed",
                stored.totals().committedBytes());
        to.counter(
                "sss_data_scans_total",
                "Scans for clients and other nodes that have ended",
                stored.totals().scans());
        to.counter(
                "sss_data_scanned_tuples_total",
                "Tuples that these scans have sent",
                stored.totals().scannedTuples());
        to.gauge("sss_data_groups", "Groups that have data on this node, temporary ones too", stored.groups());
    }

    private void writeMemory(FigureSink to, DataFigures stored, Traffic traffic) {
        memory(
                to,
                "tuples",
                stored.memory().tuples().usedBytes(),
                stored.memory().tuples().limitBytes());
        memory(to, "incoming", stored.memory().incoming());
        memory(to, "merges", stored.memory().mergesUsed(), stored.memory().mergesLimit());
        long buffer = config.tasks().bufferBytes();
        memory(
                to,
                "task_buffers",
                buffer * tasks.running(),
                buffer * config.tasks().threads());
        memory(to, "task_descriptions", tasks.descriptions());
        memory(to, "requests_small", service.smallRequests());
        memory(to, "requests_large", service.largeRequests());
        to.gauge(USED, USED_HELP, traffic.queuedBytes(), "area", "send_queues");
        if (PlatformDependent.usedDirectMemory() >= 0) {
            memory(to, "network", PlatformDependent.usedDirectMemory(), PlatformDependent.maxDirectMemory());
        }
    }

    private static void memory(FigureSink to, String area, PeerLimit bytes) {
        memory(to, area, bytes.used(), bytes.max());
    }

    private static void memory(FigureSink to, String area, long used, long limit) {
        to.gauge(USED, USED_HELP, used, "area", area);
        to.gauge(LIMIT, LIMIT_HELP, limit, "area", area);
    }

    private void writeNetwork(FigureSink to, DataFigures stored, Traffic traffic) {
        String connections = "Open connections";
        to.gauge("sss_connections_open", connections, traffic.accepted(), "made_by", "others");
        to.gauge("sss_connections_open", connections, traffic.opened(), "made_by", "node");
        to.gauge("sss_connections_limit", "Limit of the connections of each port", traffic.maxAccepted());
        writePort(to, "server", service);
        writePort(to, "data", dataPort);
        open(to, "puts", "data", stored.puts());
        open(to, "scans", "data", stored.scans());
        Traffic.Refused refused = traffic.refused();
        refused(to, "connections", refused.limit());
        refused(to, "silent", refused.silent());
        refused(to, "protocol", refused.breaches());
        refused(to, "authentication", checks.rejected());
        refused(to, "calls", service.calls().refused() + dataPort.calls().refused());
        refused(to, "streams", service.streams().refused() + dataPort.streams().refused());
        refused(to, "request_memory", requests(service) + requests(dataPort));
        refused(to, "task_memory", tasks.descriptions().refused());
        refused(to, "puts", stored.puts().refused());
        refused(to, "scans", stored.scans().refused());
        refused(to, "incoming_memory", stored.memory().incoming().refused());
    }

    private static long requests(RpcService service) {
        return service.smallRequests().refused() + service.largeRequests().refused();
    }

    private static void refused(FigureSink to, String reason, long count) {
        to.counter(REFUSED, REFUSED_HELP, count, "reason", reason);
    }

    private static void writePort(FigureSink to, String port, RpcService calls) {
        open(to, "calls", port, calls.calls());
        open(to, "streams", port, calls.streams());
    }

    private static void open(FigureSink to, String kind, String port, PeerLimit limit) {
        to.gauge("sss_requests_open", "Requests under way, by kind", limit.used(), "kind", kind, "port", port);
        to.gauge("sss_requests_limit", "Limit of sss_requests_open", limit.max(), "kind", kind, "port", port);
    }

    private void writeDisk(FigureSink to, DataFigures stored) {
        File directory = config.dataDirectory().toFile();
        to.gauge("sss_disk_free_bytes", "Free bytes of the disk of data.dir", directory.getUsableSpace());
        to.gauge("sss_disk_size_bytes", "Size of the disk of data.dir", directory.getTotalSpace());
        to.gauge("sss_trash_directories", "Directories of dropped groups that are not deleted yet", stored.trash());
    }
}

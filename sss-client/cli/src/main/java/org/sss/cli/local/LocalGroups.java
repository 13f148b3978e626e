package org.sss.cli.local;

import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.cluster.ClusterDirectory;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;
import org.sss.client.Group;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;

/** A cluster inside this process, and the groups that {@code --dir} preserves for the next one. Stateless. */
final class LocalGroups {
    /** Hint in messages of the coordinator; that command cannot connect to a cluster inside a process. */
    private static final String LISTED = "; 'sss group ls' lists the groups";

    private LocalGroups() {}

    static void describe(Options options) {
        Help.option(options, "nodes", "N", "number of nodes; default: 1");
        Help.option(options, "dir", "DIR", "store the groups in this directory, for later commands");
        Help.option(options, "drop", "GROUP", "a group of --dir to drop first, if it exists; may be repeated");
    }

    /**
     * Checks the options before the cluster starts.
     *
     * @throws UsageException if they are inconsistent
     */
    static void check(Call call) {
        if (call.has("drop") && !call.has("dir")) {
            throw new UsageException("--drop requires --dir: without it there are no groups to drop");
        }
    }

    /**
     * Starts a cluster in {@code --dir}, else in a temporary directory.
     *
     * @throws SssException INVALID_ARGUMENT for the directory of a cluster of processes, as two clusters would mix
     *     their files there
     */
    static SssClient start(Call call, int nodes) {
        if (!call.has("dir")) {
            return LocalCluster.start(nodes);
        }
        Path directory = Path.of(call.required("dir"));
        if (!ClusterDirectory.of(directory).nodes().isEmpty()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + directory + "' contains a cluster of 'sss cluster start'; use the commands"
                            + " for clusters, or another --dir");
        }
        return LocalCluster.start(nodes, directory);
    }

    static Set<String> names(SssClient client) {
        return client.groups().stream().map(Group::name).collect(Collectors.toSet());
    }

    static void drop(Call call, SssClient client) {
        Set<String> there = names(client);
        for (String group : call.all("drop")) {
            if (there.remove(group)) {
                client.drop(group);
            }
        }
    }

    /** Removes hints to commands that cannot connect to this cluster, and adds those for {@code --dir}. */
    static SssException explained(Call call, SssException e) {
        String message = e.getMessage();
        if (e.code() == ErrorCode.ALREADY_EXISTS && message.startsWith("group '")) {
            String what = message.split(";", 2)[0];
            String drop = call.has("dir")
                    ? " in " + call.required("dir") + "; drop it first (--drop " + what.split("'")[1] + "), use"
                    : "; use";
            return new SssException(
                    e.code(),
                    what + drop + " another name, or replace it (replacing() in a program)",
                    e,
                    e.remoteTrace());
        }
        return !message.endsWith(LISTED)
                ? e
                : new SssException(
                        e.code(), message.substring(0, message.length() - LISTED.length()), e, e.remoteTrace());
    }
}

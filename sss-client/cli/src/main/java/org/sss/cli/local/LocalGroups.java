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
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;
import org.sss.net.control.GroupInfo;

/** A cluster inside this process, and the groups that {@code --dir} keeps for the next one. Stateless. */
final class LocalGroups {
    /** Of the coordinator: a command that reaches no cluster inside of a process. */
    private static final String LISTED = "; 'sss group ls' lists the groups";

    private LocalGroups() {
    }

    static void describe(Options options) {
        Help.option(options, "nodes", "N", "number of nodes, 1 by default");
        Help.option(options, "dir", "DIR", "keep the groups in this directory");
        Help.option(options, "drop", "GROUP", "a group of --dir to remove first, if it is there; may be repeated");
    }

    /** @throws UsageException before anything is begun */
    static void check(Call call) {
        if (call.has("drop") && !call.has("dir")) {
            throw new UsageException("--drop needs --dir: there are no groups otherwise");
        }
    }

    /**
     * Nodes in {@code --dir}, else in a temporary directory.
     *
     * @throws SssException INVALID_ARGUMENT for the directory of a cluster of processes: there would be two in it, and each would have
     *     the files of the other beside its own
     */
    static SssClient start(Call call, int nodes) {
        if (!call.has("dir")) {
            return LocalCluster.start(nodes);
        }
        Path directory = Path.of(call.required("dir"));
        if (!ClusterDirectory.of(directory).nodes().isEmpty()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "'" + directory + "' holds a cluster of 'sss cluster start'; use its commands,"
                    + " or another --dir");
        }
        return LocalCluster.start(nodes, directory);
    }

    static Set<String> names(SssClient client) {
        return client.groups().stream().map(GroupInfo::name).collect(Collectors.toSet());
    }

    static void drop(Call call, SssClient client) {
        Set<String> there = names(client);
        for (String group : call.all("drop")) {
            if (there.remove(group)) {
                client.drop(group);
            }
        }
    }

    /** What a cluster says of its groups names commands of clusters, which do not reach this one. */
    static SssException explained(Call call, SssException e) {
        String message = e.getMessage();
        if (e.code() == ErrorCode.ALREADY_EXISTS && message.startsWith("group '")) {
            String what = message.split(";", 2)[0];
            String kept = call.has("dir") ? " in " + call.required("dir") + "; remove it first (--drop " + what.split("'")[1] + "), take" : "; take";
            return new SssException(e.code(), what + kept + " another name, or replace it (replacing() in a program)", e, e.remoteTrace());
        }
        return !message.endsWith(LISTED) ? e
                : new SssException(e.code(), message.substring(0, message.length() - LISTED.length()), e, e.remoteTrace());
    }
}

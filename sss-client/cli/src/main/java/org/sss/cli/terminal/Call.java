package org.sss.cli.terminal;

import java.util.List;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Options;
import org.sss.api.NumberSyntax;
import org.sss.client.SssClient;
import org.sss.net.transport.NodeAddress;

/** A parsed command line. Immutable. */
public record Call(CommandLine line, Console console) {
    private static final String CLUSTER = "cluster";
    /** Host of the default cluster, and of the first node of {@code cluster start}. */
    public static final String DEFAULT_HOST = "127.0.0.1";

    static final String DEFAULT_CLUSTER = DEFAULT_HOST + ":" + NodeAddress.DEFAULT_SERVER_PORT;
    /** The maximum of a cluster's configuration. */
    private static final int MAX_NODES = 256;

    public static void describeCluster(Options options) {
        Help.option(
                options, CLUSTER, "HOST:PORT", "any node of the cluster; default: SSS_CLUSTER, or " + DEFAULT_CLUSTER);
    }

    /** The arguments that are not options, unchecked. {@link #args} without names checks that there are none. */
    public List<String> words() {
        return line.getArgList();
    }

    /** Returns the arguments; there must be one for each of {@code names}, which the error message lists. */
    public List<String> args(String... names) {
        if (words().size() != names.length) {
            throw new UsageException("expected " + (names.length == 0 ? "no arguments" : String.join(" ", names))
                    + ", got " + (words().isEmpty() ? "nothing" : String.join(" ", words())));
        }
        return words();
    }

    /** Returns the arguments; there must be at least one for each of {@code names}. */
    public List<String> argsAndMore(String... names) {
        if (words().size() < names.length) {
            throw new UsageException("expected " + String.join(" ", names) + "...");
        }
        return words();
    }

    public boolean has(String option) {
        return line.hasOption(option);
    }

    public String option(String name, String otherwise) {
        return has(name) ? single(name) : otherwise;
    }

    /** Rejects an option that is given more than once, as its value would be ambiguous. */
    private String single(String name) {
        List<String> values = all(name);
        if (values.size() > 1) {
            throw new UsageException(
                    "--" + name + " takes one value, but is given " + values.size() + ": " + String.join(", ", values));
        }
        return values.get(0);
    }

    /** Returns the values of an option that may be repeated. */
    public List<String> all(String name) {
        String[] values = line.getOptionValues(name);
        return values == null ? List.of() : List.of(values);
    }

    public String required(String name) {
        if (!has(name)) {
            throw new UsageException("missing required option --" + name);
        }
        return single(name);
    }

    /** Returns the value of a numeric option of at least {@code min}. */
    public long number(String name, long min, long otherwise) {
        return number(name, min, Long.MAX_VALUE, otherwise);
    }

    /** Returns the value of a numeric option from {@code min} to {@code max}. */
    public long number(String name, long min, long max, long otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        String given = single(name);
        try {
            long number = NumberSyntax.parseLong(given);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new UsageException("--" + name + " takes a number "
                + (max == Long.MAX_VALUE ? "of at least " + min : "from " + min + " to " + max) + ", not '"
                + given + "'");
    }

    /** Returns the number of nodes. */
    public int nodes(int otherwise) {
        return (int) number("nodes", 1, MAX_NODES, otherwise);
    }

    /** The address that commands without {@code --cluster} connect to. */
    public static String clusterAddress() {
        String environment = System.getenv("SSS_CLUSTER");
        return environment == null || environment.isBlank() ? DEFAULT_CLUSTER : environment;
    }

    /** Returns true if the user has named a cluster, by an option or in the environment. */
    public boolean namesCluster() {
        String environment = System.getenv("SSS_CLUSTER");
        return has(CLUSTER) || environment != null && !environment.isBlank();
    }

    /** Connects to the address of {@code --cluster}, of the environment, or the default one. */
    public SssClient connect() {
        return SssClient.connect(option(CLUSTER, clusterAddress()));
    }
}

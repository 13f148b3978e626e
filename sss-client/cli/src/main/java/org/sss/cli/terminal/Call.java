package org.sss.cli.terminal;

import java.util.List;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Options;
import org.sss.api.NumberSyntax;
import org.sss.client.SssClient;

/** A command line that was parsed. Immutable. */
public record Call(CommandLine line, Console console) {
    private static final String CLUSTER = "cluster";
    /** Where commands look for a cluster by default, and where {@code cluster start} places its first node. */
    public static final String DEFAULT_HOST = "127.0.0.1";
    public static final int DEFAULT_PORT = 21200;
    static final String DEFAULT_CLUSTER = DEFAULT_HOST + ":" + DEFAULT_PORT;
    /** As many as a cluster's configuration takes. */
    private static final int MAX_NODES = 256;

    public static void describeCluster(Options options) {
        Help.option(options, CLUSTER, "HOST:PORT", "any node of the cluster (else SSS_CLUSTER, else " + DEFAULT_CLUSTER + ")");
    }

    /** What is not an option, unchecked: not called {@code args}, since a call of that without names checks that there is none. */
    public List<String> words() {
        return line.getArgList();
    }

    /** Exactly these arguments, by name, or none: the names are for the error. */
    public List<String> args(String... names) {
        if (words().size() != names.length) {
            throw new UsageException("expected " + (names.length == 0 ? "no arguments" : String.join(" ", names)) + ", got "
                    + (words().isEmpty() ? "nothing" : String.join(" ", words())));
        }
        return words();
    }

    /** These arguments and at least one more. */
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

    /** Of several values of an option nobody knows which one is meant. */
    private String single(String name) {
        List<String> values = all(name);
        if (values.size() > 1) {
            throw new UsageException("--" + name + " takes one value and is given " + values.size() + ": " + String.join(", ", values));
        }
        return values.get(0);
    }

    /** The values of an option that may be repeated. */
    public List<String> all(String name) {
        String[] values = line.getOptionValues(name);
        return values == null ? List.of() : List.of(values);
    }

    public String required(String name) {
        if (!has(name)) {
            throw new UsageException("--" + name + " is missing");
        }
        return single(name);
    }

    /** A number of at least {@code least}. */
    public long number(String name, long least, long otherwise) {
        return number(name, least, Long.MAX_VALUE, otherwise);
    }

    /** A number from {@code least} to {@code most}. */
    public long number(String name, long least, long most, long otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        String given = single(name);
        try {
            long number = NumberSyntax.parseLong(given);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new UsageException("--" + name + " takes a number "
                + (most == Long.MAX_VALUE ? "of at least " + least : "from " + least + " to " + most) + ", not '"
                + given + "'");
    }

    /** A number of nodes. */
    public int nodes(int otherwise) {
        return (int) number("nodes", 1, MAX_NODES, otherwise);
    }

    /** Where a command without {@code --cluster} looks for one. */
    public static String clusterAddress() {
        String environment = System.getenv("SSS_CLUSTER");
        return environment == null || environment.isBlank() ? DEFAULT_CLUSTER : environment;
    }

    /** To the cluster of {@code --cluster}, else of the environment, else where one is by default. */
    public SssClient connect() {
        return SssClient.connect(option(CLUSTER, clusterAddress()));
    }
}

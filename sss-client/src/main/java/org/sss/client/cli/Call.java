package org.sss.client.cli;

import java.util.List;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Options;
import org.sss.client.SssClient;

/** A command line that was parsed. Immutable. */
record Call(CommandLine line, Console console) {
    private static final String CLUSTER = "cluster";
    private static final String DEFAULT_CLUSTER = "127.0.0.1:21200";

    static void describeCluster(Options options) {
        options.addOption(null, CLUSTER, true, "HOST:PORT of any node (else SSS_CLUSTER, else " + DEFAULT_CLUSTER + ")");
    }

    List<String> args() {
        return line.getArgList();
    }

    /** Exactly these arguments, by name: the names are for the error. */
    List<String> args(String... names) {
        if (args().size() != names.length) {
            throw new UsageException("expected " + (names.length == 0 ? "no arguments" : String.join(" ", names)) + ", got "
                    + (args().isEmpty() ? "nothing" : String.join(" ", args())));
        }
        return args();
    }

    /** These arguments and at least one more. */
    List<String> argsAndMore(String... names) {
        if (args().size() < names.length) {
            throw new UsageException("expected " + String.join(" ", names) + "...");
        }
        return args();
    }

    boolean has(String option) {
        return line.hasOption(option);
    }

    String option(String name, String otherwise) {
        return line.getOptionValue(name, otherwise);
    }

    String required(String name) {
        if (!has(name)) {
            throw new UsageException("--" + name + " is missing");
        }
        return line.getOptionValue(name);
    }

    /** A number of at least {@code least}. */
    long number(String name, long least, long otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(line.getOptionValue(name));
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new UsageException("--" + name + " takes a number of at least " + least + ", not '"
                + line.getOptionValue(name) + "'");
    }

    /** As {@link #number}, for counts of nodes and the like. */
    int count(String name, int otherwise) {
        long number = number(name, 1, otherwise);
        if (number > 1000) {
            throw new UsageException("--" + name + " " + number + " is above 1000");
        }
        return (int) number;
    }

    SssClient connect() {
        String environment = System.getenv("SSS_CLUSTER");
        return SssClient.connect(option(CLUSTER, environment == null || environment.isBlank() ? DEFAULT_CLUSTER : environment));
    }
}

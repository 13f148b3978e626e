package org.sss.benchmarks.programs;

import org.sss.client.LocalCluster;
import org.sss.client.SssClient;

/** A program whose only job is a tiny one: starts a cluster in its process, and prints the result. */
public final class ColdStart {
    static final String RESULT = "result: ";

    private ColdStart() {}

    /** @param args number of nodes */
    public static void main(String[] args) {
        try (SssClient client = LocalCluster.start(Integer.parseInt(args[0]))) {
            TinyJob.load(client);
            TinyJob.run(client, 0);
            System.out.println(RESULT + TinyJob.answer(client, 0));
        }
    }
}

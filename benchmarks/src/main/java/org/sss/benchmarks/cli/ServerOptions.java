package org.sss.benchmarks.cli;

import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.measure.Heap;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** Options about the server process that a benchmark starts. Stateless. */
final class ServerOptions {
    private static final String HEAP = "heap";
    private static final String SET = "set";
    private static final String LAYOUT = "layout";

    private ServerOptions() {
    }

    static void describe(Options options) {
        describeHeap(options);
        Help.option(options, LAYOUT, "NAME", "how the server stores groups, its setting storage.layout");
        Help.option(options, SET, "NAME=VALUE", "another setting of the server, see docs/configuration.md; may be repeated");
    }

    static void describeHeap(Options options) {
        Help.option(options, HEAP, "SIZE", "heap of a system, such as 2g; " + Heap.RULE + " (" + Heap.ofMachine().size()
                + ", a quarter of this machine's memory)");
    }

    static boolean areGiven(Call call) {
        return call.has(HEAP) || call.has(SET) || call.has(LAYOUT);
    }

    /** Of a whole system. */
    static Heap heap(Call call) {
        return call.has(HEAP) ? heap(call, HEAP) : Heap.ofMachine();
    }

    static Heap heap(Call call, String option) {
        String heap = call.required(option);
        if (!Heap.isSize(heap)) {
            throw new UsageException("--" + option + " takes a size such as 256m or 4g, not '" + heap + "'");
        }
        return Heap.of(heap);
    }

    /** For the head of a report. */
    static String heapRule(Heap heap) {
        return heap.size() + "; " + Heap.RULE;
    }

    static Map<String, String> settings(Call call) {
        Map<String, String> settings = new TreeMap<>();
        if (call.has(LAYOUT)) {
            settings.put("storage.layout", call.required(LAYOUT));
        }
        String[] values = call.line().getOptionValues(SET);
        for (String value : values == null ? new String[0] : values) {
            int equals = value.indexOf('=');
            if (equals < 1) {
                throw new UsageException("--set takes NAME=VALUE, not '" + value + "'");
            }
            settings.put(value.substring(0, equals).strip(), value.substring(equals + 1).strip());
        }
        return settings;
    }
}

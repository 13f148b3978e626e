package org.sss.benchmarks.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.engine.Engine;
import org.sss.benchmarks.engine.Engines;
import org.sss.benchmarks.measure.Heap;
import org.sss.benchmarks.measure.Quantity;
import org.sss.benchmarks.suite.WarmUp;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** Options that several commands have. Stateless. */
final class BenchmarkOptions {
    static final long MAX_BYTES = 1L << 44;
    static final int MAX_NODES = 64;
    static final String SYSTEM = "system";
    static final String HEAP = "heap";
    private static final String SET = "set";
    private static final String LAYOUT = "layout";
    private static final Map<String, Integer> STRIDES = Map.of("every-second", 2, "every-fourth", 4);
    private static final int MAX_REPETITIONS = 1000;
    private static final int MAX_THREADS = 1024;
    private static final int MAX_WARM_UP_SECONDS = 3600;
    /** Where processor time of the shortest passes, those over small values, no longer falls. */
    private static final int WARM_UP_SECONDS = 5;

    private BenchmarkOptions() {}

    /** The value of an option, from {@code min} to {@code max}. */
    static long quantity(Call call, String option, String otherwise, long min, long max) {
        return quantity(option, call.option(option, otherwise), min, max);
    }

    /** The values of an option, separated by commas. */
    static List<Long> quantities(Call call, String option, String otherwise, long min, long max) {
        return words(call.option(option, otherwise)).stream()
                .map(one -> quantity(option, one, min, max))
                .toList();
    }

    private static long quantity(String option, String text, long min, long max) {
        return Quantity.parse(text, min, max)
                .orElseThrow(() -> new UsageException("--" + option + " takes numbers from " + min + " to " + max
                        + ", as 8, 256, 2KiB, 10Mi or 20GiB, not '" + text + "'"));
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }

    /** The values of an option, separated by commas, in the order of {@code known}. */
    static List<String> choices(Call call, String option, String otherwise, List<String> known) {
        List<String> given = words(call.option(option, otherwise));
        given.stream().filter(one -> !known.contains(one)).findFirst().ifPresent(one -> {
            throw new UsageException(
                    "--" + option + " takes some of " + String.join(",", known) + ", not '" + one + "'");
        });
        return known.stream().filter(given::contains).toList();
    }

    /** The same where one run has one of them: two would be two lines of the same name. */
    static String choice(Call call, String option, String otherwise, List<String> known) {
        List<String> chosen = choices(call, option, otherwise, known);
        if (chosen.size() != 1) {
            throw new UsageException("--" + option + " takes one of " + String.join(",", known) + ", not '"
                    + call.required(option) + "': run it once for each");
        }
        return chosen.get(0);
    }

    /**
     * What is made of words that the user typed.
     *
     * @throws UsageException where that is INVALID_ARGUMENT
     */
    static <T> T typed(Supplier<T> made) {
        try {
            return made.get();
        } catch (SssException e) {
            if (e.code() == ErrorCode.INVALID_ARGUMENT) {
                throw new UsageException(e.getMessage());
            }
            throw e;
        }
    }

    /**
     * @param names such as {@code sss,java}
     * @throws UsageException for a system that does not exist
     * @throws SssException   for one that is not on this machine, which is not a usage error
     */
    static List<Engine> engines(String names) {
        typed(() -> Engines.known(names));
        return Engines.named(names);
    }

    /**
     * How often each system runs.
     *
     * @param warmUps repetitions that do not count
     */
    static void describeRuns(Options options, int warmUps) {
        Help.option(options, "warm-ups", "N", "repetitions before those that count, at least (" + warmUps + ")");
        Help.option(
                options,
                "warm-up-seconds",
                "S",
                "how long they are to last, at least, of each case and system (" + WARM_UP_SECONDS
                        + ", with --warm-ups 0 none)");
        Help.option(
                options,
                "repetitions",
                "R",
                "measurements of which the median is shown (5); of a suite, at most 3 of runs of more than"
                        + " 10 s, 2 of more than 30 s");
    }

    static int repetitions(Call call) {
        return (int) call.number("repetitions", 1, MAX_REPETITIONS, 5);
    }

    /** Without repetitions before those that count there are no seconds either, however short they are. */
    static WarmUp warmUp(Call call, int warmUps) {
        int min = (int) call.number("warm-ups", 0, MAX_REPETITIONS, warmUps);
        return new WarmUp(min, call.number("warm-up-seconds", 0, MAX_WARM_UP_SECONDS, min == 0 ? 0 : WARM_UP_SECONDS));
    }

    static int threads(Call call, int otherwise) {
        return (int) call.number("threads", 1, MAX_THREADS, otherwise);
    }

    static int nodes(Call call, int otherwise) {
        return (int) call.number("nodes", 1, MAX_NODES, otherwise);
    }

    static void describeStrides(Options options) {
        STRIDES.forEach((option, stride) -> Help.option(
                options,
                option,
                "NAMES",
                "systems that are measured at one point of " + stride + " of a line only, the last one among them"));
    }

    /**
     * The systems that are measured at a part of the points only.
     *
     * @param systems when the user names none
     */
    static Map<String, Integer> strides(Call call, String systems) {
        Map<String, Integer> strides = new TreeMap<>();
        STRIDES.forEach((option, stride) -> {
            if (call.has(option)) {
                choices(call, option, "", words(call.option(SYSTEM, systems)))
                        .forEach(system -> strides.put(system, stride));
            }
        });
        return strides;
    }

    static void describeHeap(Options options) {
        Help.option(
                options,
                HEAP,
                "SIZE",
                "heap of a system, such as 2g; " + Heap.RULE + " ("
                        + Heap.ofMachine().size() + ", a quarter of this machine's memory)");
    }

    /** Of the server process that a benchmark starts. */
    static void describeServer(Options options) {
        describeHeap(options);
        Help.option(options, LAYOUT, "NAME", "how the server stores groups, its setting storage.layout");
        describeSet(options);
    }

    static void describeSet(Options options) {
        Help.option(
                options,
                SET,
                "NAME=VALUE",
                "another setting of node processes, see docs/configuration.md; may be repeated");
    }

    static boolean hasServer(Call call) {
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
            settings.put(
                    value.substring(0, equals).strip(),
                    value.substring(equals + 1).strip());
        }
        return settings;
    }
}

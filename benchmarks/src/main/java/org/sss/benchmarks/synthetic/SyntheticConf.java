package org.sss.benchmarks.synthetic;

import java.io.IOException;
import java.io.Reader;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The parameters of the synthetic benchmark, by the names of table 1 of the paper, and some of our own. Immutable. The
 * rivals' programs use it, so it needs no library besides {@code sss-api}.
 *
 * @param nodes          nodes; map and reduce tasks follow from it
 * @param pairsPerObject pairs in one storage object of Hadoop: 1 is a file for each, as published; 0 is as many as fit
 */
public record SyntheticConf(
        int nodes,
        Initial initial,
        Mapout mapout,
        int reduceoutValueLength,
        PartitionMethod partitionMethod,
        Combining combining,
        Computing computing,
        int pairsPerObject)
        implements Serializable {
    /**
     * The input.
     *
     * @param initialKeyCount pairs, each with a key of its own
     */
    public record Initial(long initialKeyCount, int initialValueLength) implements Serializable {}

    /**
     * What maps emit.
     *
     * @param mapoutKeyCount       pairs that all maps emit together, see {@link Emission}
     * @param mapoutUniqueKeyCount different keys among those
     */
    public record Mapout(long mapoutKeyCount, int mapoutValueLength, long mapoutUniqueKeyCount)
            implements Serializable {}

    /**
     * The fold of values before they are sent.
     *
     * @param combinerEnabled fold the values of a key before they are sent
     * @param combiningFactor how many of the pairs are left by the fold, above 0 and below 1, see {@link Emission}: of
     *                        the pairs that a map call has of a key, 1 at least; 0: one for each key and task, by the
     *                        system's own combiner, as a reduce would do
     */
    public record Combining(boolean combinerEnabled, double combiningFactor) implements Serializable {}

    /**
     * Computation.
     *
     * @param mapComputeNanos    for each pair that a map emits, in nanoseconds of one core
     * @param reduceComputeNanos for each pair that a reduce reads, those that were folded into it among them: how many
     *                           are left depends on the system
     */
    public record Computing(long mapComputeNanos, long reduceComputeNanos) implements Serializable {}

    /** The name of the workload. */
    public static final String WORKLOAD = "synthetic";
    /** Of the parameters of a workload that are these. */
    static final String PREFIX = "conf.";

    /** Where the pairs of a map go. */
    public enum PartitionMethod {
        /** Round robin by key: each reduce task gets as many keys as any other, exactly. */
        AVERAGE,
        /** To the node that emits them: nothing is sent. A key is then reduced on each node that emits it. */
        LOCAL,
        /** To the neighbour of the node that emits them: everything is sent. */
        SHIFTED,
        /** By the hash of the key: few keys are spread unevenly. */
        HASH;

        /** As in a file of parameters. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether a key is reduced in one place, as in Hadoop and Spark. */
        public boolean followsKeys() {
            return this == AVERAGE || this == HASH;
        }
    }

    private static final long MAX_KEYS = 1L << 31;
    private static final long MAX_PAIRS = 1L << 40;
    private static final long MAX_VALUE_BYTES = 1L << 30;
    private static final long MAX_NANOS = 1_000_000_000_000L;
    private static final int MAX_NODES = 256;
    private static final double NANOS_PER_SECOND = 1e9;
    /** How far from the combining factor what is reached may be, of it. */
    private static final double FACTOR_TOLERANCE = 0.05;

    public SyntheticConf {
        if (combining.combinerEnabled && mapout.mapoutValueLength < SyntheticValues.HEADER_BYTES) {
            throw invalid("combinerEnabled needs a mapoutValueLength of at least " + SyntheticValues.HEADER_BYTES
                    + ", as values that are folded carry a count and a sum; it is " + mapout.mapoutValueLength);
        }
        // Also what is no number.
        if (!(combining.combiningFactor >= 0 && combining.combiningFactor < 1)) {
            throw invalid("combiningFactor is " + combining.combiningFactor + "; it is 0, or above 0 and below 1");
        }
        if (combining.combiningFactor > 0) {
            checkFactor(combining, initial.initialKeyCount, mapout);
        }
    }

    public long initialKeyCount() {
        return initial.initialKeyCount;
    }

    public int initialValueLength() {
        return initial.initialValueLength;
    }

    public long mapoutKeyCount() {
        return mapout.mapoutKeyCount;
    }

    public int mapoutValueLength() {
        return mapout.mapoutValueLength;
    }

    public long mapoutUniqueKeyCount() {
        return mapout.mapoutUniqueKeyCount;
    }

    public boolean combinerEnabled() {
        return combining.combinerEnabled;
    }

    public double combiningFactor() {
        return combining.combiningFactor;
    }

    public long mapComputeNanos() {
        return computing.mapComputeNanos;
    }

    public long reduceComputeNanos() {
        return computing.reduceComputeNanos;
    }

    /** Of few pairs that a map call has of a key, only few parts can be left. */
    private static void checkFactor(Combining combining, long calls, Mapout mapout) {
        double factor = combining.combiningFactor;
        if (!combining.combinerEnabled) {
            throw invalid("combiningFactor is " + factor + ", which does nothing unless combinerEnabled is true");
        }
        long pairs = mapout.mapoutKeyCount;
        long keys = mapout.mapoutUniqueKeyCount;
        double reached = new Emission(calls, pairs, keys, factor).reached();
        if (Math.abs(reached - factor) > FACTOR_TOLERANCE * factor) {
            double ofKey = (double) pairs / calls / keys;
            throw invalid(String.format(
                    Locale.ROOT,
                    "combiningFactor is %s, which cannot be: a map call emits %.2f pairs of each key"
                            + " (mapoutKeyCount / initialKeyCount / mapoutUniqueKeyCount), of which 1 is left at "
                            + "least, so %s",
                    factor,
                    ofKey,
                    ofKey < 2
                            ? "nothing can be folded; raise mapoutKeyCount or lower the other two"
                            : possible(factor, ofKey)));
        }
    }

    private static String possible(double factor, double ofKey) {
        double left = Math.max(1, Math.floor(factor * ofKey));
        return String.format(
                Locale.ROOT,
                "it is a multiple of 1/%.0f, such as %.4f or %.4f",
                Math.floor(ofKey),
                left / Math.floor(ofKey),
                Math.min(Math.floor(ofKey) - 1, left + 1) / Math.floor(ofKey));
    }

    /** @throws SssException NOT_FOUND or INVALID_ARGUMENT */
    public static SyntheticConf read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (NoSuchFileException e) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "there is no file " + file
                            + " with the parameters of the benchmark;"
                            + " conf/bench/synthetic.properties.example shows what one looks like",
                    e);
        } catch (IOException | IllegalArgumentException e) {
            throw new SssException(
                    ErrorCode.NOT_FOUND, "cannot read the parameters of the benchmark in " + file + ": " + e, e);
        }
        return of(properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(Function.identity(), properties::getProperty)));
    }

    /** Those of a workload, see {@link SyntheticPoint#toCase}. */
    public static SyntheticConf ofParameters(Map<String, String> parameters) {
        Map<String, String> values = new LinkedHashMap<>();
        parameters.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                values.put(name.substring(PREFIX.length()), value);
            }
        });
        return of(values);
    }

    /** @throws SssException INVALID_ARGUMENT, naming what is missing, unknown or out of range */
    public static SyntheticConf of(Map<String, String> values) {
        ConfValues from = new ConfValues(values);
        SyntheticConf conf = new SyntheticConf(
                (int) from.number("nodes", 1, MAX_NODES, 1L),
                new Initial(from.number("initialKeyCount", 1, MAX_KEYS - 1, null), (int)
                        from.number("initialValueLength", 1, MAX_VALUE_BYTES, null)),
                new Mapout(
                        from.number("mapoutKeyCount", 1, MAX_PAIRS, null),
                        (int) from.number("mapoutValueLength", 1, MAX_VALUE_BYTES, null),
                        from.number("mapoutUniqueKeyCount", 1, MAX_PAIRS, null)),
                (int) from.number("reduceoutValueLength", 1, MAX_VALUE_BYTES, null),
                from.choice("partitionMethod", PartitionMethod.class, PartitionMethod.AVERAGE),
                new Combining(from.truth("combinerEnabled", false), from.fraction("combiningFactor", 0)),
                new Computing(
                        from.number("mapComputeNanos", 0, MAX_NANOS, 0L),
                        from.number("reduceComputeNanos", 0, MAX_NANOS, 0L)),
                (int) from.number("pairsPerObject", 0, 1, 0L));
        from.refuseOthers();
        return conf;
    }

    /** As {@link #of} takes it; names in the order of the table. */
    public Map<String, String> toMap() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("nodes", Integer.toString(nodes));
        values.put("initialKeyCount", Long.toString(initialKeyCount()));
        values.put("initialValueLength", Integer.toString(initialValueLength()));
        values.put("mapoutKeyCount", Long.toString(mapoutKeyCount()));
        values.put("mapoutValueLength", Integer.toString(mapoutValueLength()));
        values.put("mapoutUniqueKeyCount", Long.toString(mapoutUniqueKeyCount()));
        values.put("reduceoutValueLength", Integer.toString(reduceoutValueLength));
        values.put("partitionMethod", partitionMethod.label());
        values.put("combinerEnabled", Boolean.toString(combinerEnabled()));
        values.put("combiningFactor", Double.toString(combiningFactor()));
        values.put("mapComputeNanos", Long.toString(mapComputeNanos()));
        values.put("reduceComputeNanos", Long.toString(reduceComputeNanos()));
        values.put("pairsPerObject", Integer.toString(pairsPerObject));
        return values;
    }

    /** As a file that {@link #read} takes. */
    public void write(Path file, String comment) throws IOException {
        List<String> lines = new ArrayList<>(List.of("# " + comment));
        toMap().forEach((name, value) -> lines.add(name + " = " + value));
        Files.write(file, lines);
    }

    /** The same with some other values. */
    public SyntheticConf with(Map<String, String> others) {
        Map<String, String> values = toMap();
        values.putAll(others);
        return of(values);
    }

    /** Bytes of the values of input, intermediate pairs and output together. */
    public long totalBytes() {
        return initialBytes() + mapoutBytes() + reduceoutBytes();
    }

    public long initialBytes() {
        return initialKeyCount() * initialValueLength();
    }

    public long mapoutBytes() {
        return mapoutKeyCount() * mapoutValueLength();
    }

    public long reduceoutBytes() {
        return reduceKeys() * reduceoutValueLength;
    }

    /** Keys that are reduced where a key is reduced once. */
    public long reduceKeys() {
        return Math.min(mapoutUniqueKeyCount(), mapoutKeyCount());
    }

    /** Whether pairs cost computation. */
    public boolean computes() {
        return mapComputeNanos() + reduceComputeNanos() > 0;
    }

    /** The same, where pairs cost none. */
    public SyntheticConf withoutComputation() {
        return with(Map.of("mapComputeNanos", "0", "reduceComputeNanos", "0"));
    }

    /** Computation of all pairs, in seconds of one processor. */
    public double computeSeconds() {
        return mapoutKeyCount() * (mapComputeNanos() + reduceComputeNanos()) / NANOS_PER_SECOND;
    }

    /** Whether the system's own combiner is to be used. */
    public boolean foldsInCombiner() {
        return combinerEnabled() && combiningFactor() == 0;
    }

    /** Bytes of a value that a combiner makes: those of a reduce, with room for what is checked. */
    public int foldedValueLength() {
        return Math.max(SyntheticValues.HEADER_BYTES, reduceoutValueLength);
    }

    /** The largest of the lengths that the parameters name. */
    public int longestParameter() {
        return Math.max(Math.max(initialValueLength(), mapoutValueLength()), reduceoutValueLength);
    }

    private static SssException invalid(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "parameters of the synthetic benchmark: " + what);
    }
}

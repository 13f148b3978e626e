package org.sss.benchmarks.cli;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.sss.benchmarks.programs.Skew;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;

/**
 * How much one node may get of skewed values, so that the methods which look at memory have something to do. Immutable.
 *
 * @param bytes        of all values
 * @param fullestBytes what the fullest node gets without a limit, at each exponent
 */
record SkewLimit(long bytes, List<String> exponents, long limitBytes, List<Long> fullestBytes) {
    /**
     * By default a quarter more than an even share, which all nodes together have room for.
     *
     * @throws UsageException if no node ever gets more than what the user has given
     */
    static SkewLimit of(long bytes, List<String> exponents, int nodes, OptionalLong given) {
        // The default number of subgroups.
        int subgroups = nodes * Math.max(2, Runtime.getRuntime().availableProcessors());
        List<Long> fullest = exponents.stream()
                .map(exponent -> Arrays.stream(Skew.bytesByNode(bytes, exponent, nodes, subgroups))
                        .max()
                        .orElseThrow())
                .toList();
        long share = bytes / nodes;
        long least = fullest.stream().mapToLong(Long::longValue).min().orElseThrow();
        SkewLimit limit = new SkewLimit(
                bytes, exponents, given.orElse(Math.min(share + share / 4, (share + least) / 2)), fullest);
        if (given.isPresent() && limit.limitBytes >= limit.most()) {
            throw new UsageException("--limit " + Units.bytes(limit.limitBytes)
                    + " is never exceeded: the fullest node gets " + Units.bytes(limit.most())
                    + "; the limit must be below that, or --skew-bytes above");
        }
        return limit;
    }

    private long most() {
        return fullestBytes.stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    String remark() {
        return "of skew, a node may get " + Units.bytes(limitBytes)
                + " (shuffle.memory.limit); without a limit the fullest node gets "
                + Units.bytes(fullestBytes.get(0))
                + (fullestBytes.size() == 1 ? "" : " to " + Units.bytes(fullestBytes.get(fullestBytes.size() - 1)))
                + " of values";
    }
}

package org.sss.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How a task collects the output of a job without a combiner before it writes it. The written tuples are the same; see
 * "Buffers" in docs/guide/jobs.md.
 */
public enum Grouping {
    /** In a hash table by key, until keys turn out to have few values; then as {@link #SORT}. The default. */
    AUTO,
    /**
     * In a hash table however few values the keys have: DMR's hash buffer. Tuples that do not fit into a table are
     * sorted.
     */
    HASH,
    /** Appended to a buffer that is sorted when it is written: DMR's array buffer. */
    SORT;

    /** The parameter of a job or workflow, and the setting of nodes, that selects it. */
    public static final String PARAMETER = "task.grouping";

    /** The name as a value of {@link #PARAMETER}. */
    public String settingName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} with the list of names */
    public static Grouping of(String settingName) {
        return Arrays.stream(values())
                .filter(grouping -> grouping.settingName().equals(settingName))
                .findFirst()
                .orElseThrow(() -> new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        PARAMETER + " = '" + settingName + "' is unknown; it is one of "
                                + Arrays.stream(values())
                                        .map(Grouping::settingName)
                                        .collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return settingName();
    }
}

package org.sss.spark.sql;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** What readers report to the page of Spark. Stateless. */
public final class ReadMetrics {
    static final String TUPLES = "tuplesRead";
    static final String KEYS = "keysLookedUp";

    private ReadMetrics() {}

    static CustomMetric[] all() {
        return new CustomMetric[] {new Tuples(), new Keys()};
    }

    static CustomTaskMetric[] values(long tuples, long keys) {
        return new CustomTaskMetric[] {new Value(TUPLES, tuples), new Value(KEYS, keys)};
    }

    /** Tuples that the nodes have sent. Spark makes it by its name. */
    public static final class Tuples extends CustomSumMetric {
        @Override
        public String name() {
            return TUPLES;
        }

        @Override
        public String description() {
            return "tuples read";
        }
    }

    /** Keys that were looked up. Spark makes it by its name. */
    public static final class Keys extends CustomSumMetric {
        @Override
        public String name() {
            return KEYS;
        }

        @Override
        public String description() {
            return "keys looked up";
        }
    }

    private record Value(String name, long value) implements CustomTaskMetric {}
}

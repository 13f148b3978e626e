package org.sss.spark.sql;

import org.apache.spark.package$;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The versions of Spark that this connector works with. Stateless. */
final class SparkVersion {
    private static final int MIN_MAJOR = 4;

    private SparkVersion() {}

    /** @throws SssException INVALID_ARGUMENT if this Spark is too old */
    static void check() {
        check(package$.MODULE$.SPARK_VERSION());
    }

    static void check(String version) {
        String major = version.split("\\.", 2)[0];
        if (!major.matches("\\d{1,4}") || Integer.parseInt(major) < MIN_MAJOR) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "sss-spark needs Spark " + MIN_MAJOR + ".0 or newer, and this is Spark " + version
                            + "; use a newer Spark");
        }
    }
}

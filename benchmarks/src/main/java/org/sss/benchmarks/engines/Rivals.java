package org.sss.benchmarks.engines;

import java.util.List;

/** What can be fetched. Stateless. */
public final class Rivals {
    private Rivals() {
    }

    public static List<RivalLibrary> libraries() {
        return List.of(SparkRival.LIBRARY, HadoopRival.LIBRARY);
    }
}

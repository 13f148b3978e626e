package org.sss.benchmarks.micro;

import java.util.List;

/** How many times as fast as one of its rivals the system under test is. Stateless. */
final class Comparison {
    private Comparison() {
    }

    /**
     * @param tested name of the system that is compared with the others
     * @return null for that system itself
     */
    static Double ratio(MicroRow rival, List<MicroRow> all, String tested) {
        if (rival.system().equals(tested)) {
            return null;
        }
        return all.stream().filter(row -> row.system().equals(tested) && row.mode() == rival.mode()
                        && row.valueBytes() == rival.valueBytes()).findFirst()
                .map(row -> row.tuplesPerSecond().median() / rival.tuplesPerSecond().median()).orElse(null);
    }
}

package org.sss.benchmarks.engines;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RivalLibraryTest {
    @Test
    void oneThatIsNotThereSaysWhereItIsLookedForAndHowToGetIt() {
        RivalLibrary library = new RivalLibrary("spark", "0.0-absent");
        assertThat(library.isThere()).isFalse();
        assertThat(library.missing()).hasValue("no spark 0.0-absent in " + RivalLibrary.cache().resolve("spark-0.0-absent")
                + "; 'sss bench get spark' fetches it there with Maven");
    }
}

package org.sss.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RivalTest {
    @Test
    void missingLibraryNamesItsDirectoryAndTheCommandThatFetchesIt() {
        RivalLibrary library = new RivalLibrary("spark", "0.0-absent");
        assertThat(library.isThere()).isFalse();
        assertThat(library.missing())
                .hasValue("no spark 0.0-absent in "
                        + RivalLibrary.cache().resolve("spark-0.0-absent")
                        + "; 'sss bench get spark' fetches it there with Maven");
    }

    /** Programs are compiled with the libraries that they run with. */
    @Test
    void versionsAreThoseOfTheModuleOfThePrograms() throws IOException {
        String pom = Files.readString(Path.of("rivals/pom.xml"));
        for (RivalLibrary library : Rival.libraries()) {
            assertThat(pom).contains("<" + library.name() + ".version>" + library.version() + "<");
        }
    }

    @Test
    void onlySparkWorksInAProcessThatStays() {
        assertThat(new SparkRival().warmsUp()).isTrue();
        assertThat(new HadoopRival().warmsUp()).isFalse();
    }
}

package org.sss.kvs.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Numbers and messages of errors. */
class KvsErrorTest {
    @Test
    void everyErrorIsFoundByItsNumber() {
        assertThat(KvsError.values())
                .allSatisfy(error -> assertThat(KvsError.of(error.code())).isSameAs(error));
    }

    @Test
    void everyErrorHasAPlainDescriptionOfItsOwn() {
        assertThat(Arrays.stream(KvsError.values()).map(KvsError::description))
                .doesNotHaveDuplicates()
                .doesNotContain("");
    }

    @Test
    void aMessageNamesFileErrorCodeAndAction() {
        KvsException exception = new KvsException(KvsError.META, Path.of("/data/x.bdb"), "opening it");
        assertThat(exception)
                .hasMessageStartingWith("/data/x.bdb: not a B+tree file")
                .hasMessageEndingWith("(META 5); opening it");
    }

    @Test
    void unknownCodeIsRetained() {
        KvsException exception = new KvsException(KvsError.of(77), 77, null, "", null);
        assertThat(exception.error()).isEqualTo(KvsError.MISC);
        assertThat(exception.code()).isEqualTo(77);
    }
}

package org.sss.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SourcesTest {
    @Test
    void theGuideShowsEachSource() throws IOException {
        String page = Files.readString(Path.of("../docs/guide/files.md"));
        List<String> missing = Stream.of(Sources.class.getMethods())
                .filter(method -> FileSource.class.isAssignableFrom(method.getReturnType()))
                .map(Method::getName)
                .filter(name -> !page.contains("Sources." + name + "("))
                .toList();
        assertThat(missing)
                .as("sources to describe in docs/guide/files.md, as Sources.NAME(...)")
                .isEmpty();
    }
}

package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapTest {
    @ParameterizedTest
    @CsvSource({"2g, 2048", "512m, 512", "1048576k, 1024", "1073741824, 1024", "3G, 3072"})
    void aSizeIsCountedInMebibytes(String size, long mebibytes) {
        assertThat(Heap.isSize(size)).isTrue();
        assertThat(Heap.of(size).mebibytes()).isEqualTo(mebibytes);
    }

    @ParameterizedTest
    @CsvSource({"much", "0m", "-1g", "2t", "''", "1.5g"})
    void otherWordsAreNoSizes(String word) {
        assertThat(Heap.isSize(word)).isFalse();
    }

    @Test
    void processesHaveEqualSharesThatJavaUnderstands() {
        assertThat(Heap.of("2g").share(2).option()).isEqualTo("-Xmx1024m");
        assertThat(Heap.of("1g").share(3).option()).isEqualTo("-Xmx349525k");
        assertThat(Heap.of("512m").times(16)).isEqualTo(Heap.of("8g"));
    }

    @Test
    void withoutAWordItIsWhatJavaGivesByItself() throws IOException {
        // Java rounds up to its regions.
        assertThat(Heap.ofMachine().mebibytes()).isBetween(maxHeapOfJava() - 33, maxHeapOfJava() + 1);
    }

    private static long maxHeapOfJava() throws IOException {
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+PrintFlagsFinal",
                        "-version")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var out = java.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.US_ASCII)
                            .lines()
                            .filter(line -> line.contains(" MaxHeapSize "))
                            .mapToLong(line -> Long.parseLong(line.replaceAll(".*= *(\\d+) .*", "$1")))
                            .findFirst()
                            .orElseThrow()
                    >> 20;
        }
    }
}

package org.sss.benchmarks.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorsTest {
    @TempDir
    Path directory;

    /** Results of different days compare only as long as the inputs are the same. */
    @Test
    void theInputsAreThoseOfOldResults() throws Exception {
        assertThat(sha256(LineInputs.text(100_000))).isEqualTo("c42c2b3ad84762fc");
        assertThat(sha256(RecordInputs.records(1000))).isEqualTo("0d2cb5363d5ce245");
        assertThat(sha256(RecordInputs.points(1000, 8))).isEqualTo("1b15385a6043ed4f");
        assertThat(sha256(LineInputs.graph(100, 1000))).isEqualTo("b9c787298b42d547");
        assertThat(sha256(LineInputs.zipf(100_000, 1000))).isEqualTo("6be5f4898809721c");
        assertThat(List.of(
                        sha256(RecordInputs.image(100_000)),
                        sha256(RecordInputs.pairs(100_000)),
                        sha256(LineInputs.needles(100_000)),
                        sha256(RecordInputs.matrix(30, 40, 100))))
                .containsExactly("48659f668554edc3", "cdeb316e23f25974", "48277885e5d9d545", "de3bc300d2915d1a");
    }

    @Test
    void createsAnInputOnce() throws IOException {
        InputDirectory data = new InputDirectory(directory.resolve("new"));
        List<String> made = new ArrayList<>();
        Path file = data.file(RecordInputs.records(10), made::add);
        assertThat(file).hasSize(1000);
        Files.writeString(file, "changed");
        assertThat(data.file(RecordInputs.records(10), made::add)).hasContent("changed");
        assertThat(made).hasSize(1);
        assertThat(directory.resolve("new")).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void zipfTextHasFrequentAndRareWordsAndNoTwoRanksShareOne() throws IOException {
        Map<String, Integer> counts = new HashMap<>();
        for (String line : new String(bytes(LineInputs.zipf(1 << 20, 10_000)), StandardCharsets.US_ASCII).split("\n")) {
            String[] words = line.split(" ");
            assertThat(words.length).isBetween(10, 100);
            Arrays.stream(words).forEach(word -> counts.merge(word, 1, Integer::sum));
        }
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        assertThat(most).isBetween(all / 20, all / 10);
        assertThat(counts.size()).isBetween(8_000, 10_000);
    }

    @Test
    void wordsAreAsLongAsTheyAreToBe() throws IOException {
        Map<Integer, Set<String>> byLength = new TreeMap<>();
        String text = new String(bytes(LineInputs.zipf(1 << 20, 5000, 8, 200)), StandardCharsets.US_ASCII);
        Arrays.stream(text.split("\\s"))
                .forEach(word -> byLength.computeIfAbsent(word.length(), length -> new HashSet<>())
                        .add(word));
        assertThat(byLength.keySet()).hasSize(193).allMatch(length -> length >= 8 && length <= 200);
        int all = byLength.values().stream().mapToInt(Set::size).sum();
        assertThat(all).isBetween(2000, 5000);
        assertThat(byLength.values())
                .allSatisfy(words -> assertThat(words.size()).isLessThan(all / 60));
    }

    private static byte[] bytes(Generator generator) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        generator.write(out);
        return out.toByteArray();
    }

    private static String sha256(Generator generator) throws IOException, NoSuchAlgorithmException {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes(generator)))
                .substring(0, 16);
    }
}

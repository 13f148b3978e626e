package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class JournalTest {
    private static final List<String> TEXTS = List.of("first", "", "{\"name\":\"Grüße\"}");

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void threeLines() {
        file = directory.resolve("journal");
        try (Journal journal = Journal.open(file)) {
            TEXTS.forEach(journal::append);
        }
    }

    private List<String> texts() {
        List<String> texts = new ArrayList<>();
        Journal.read(file, texts::add);
        return texts;
    }

    @Test
    void readsAppendedLines() {
        assertThat(texts()).isEqualTo(TEXTS);
    }

    /** The checksums were computed by another program, according to docs/storage-format.md. */
    @Test
    void hasDocumentedFormat() throws IOException {
        assertThat(Files.readString(file)).isEqualTo("8a3ea150 first\n00000000 \n8ba8fba6 {\"name\":\"Grüße\"}\n");
    }

    @Test
    void missingFileHasNoLines() {
        file = directory.resolve("none");
        assertThat(texts()).isEmpty();
    }

    @Test
    void unreadableFileIsNotTreatedAsMissing() throws IOException {
        file = directory.resolve("loop");
        Files.createSymbolicLink(file, file);
        assertThatThrownBy(this::texts)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining(file.toString());
    }

    @Test
    void appendsAtEndAfterOpen() {
        try (Journal journal = Journal.open(file)) {
            journal.append("fourth");
        }
        assertThat(texts()).hasSize(4).endsWith("fourth");
    }

    @Test
    void ignoresTruncatedLastLine() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int lastLine = whole.length - 10 - TEXTS.get(2).getBytes("UTF-8").length;
        for (int length = lastLine; length < whole.length - 1; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThat(texts()).as("cut at byte %d", length).isEqualTo(TEXTS.subList(0, 2));
        }
    }

    /** It may have been acknowledged: an editor that saved the file may have removed the line feed. */
    @Test
    void readsLastLineWithoutLineFeed() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        assertThat(texts()).isEqualTo(TEXTS);
    }

    @Test
    void appendsNewLineAfterLastLineWithoutLineFeed() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        Files.createDirectories(directory.resolve("journal.new/in the way"));
        try (Journal journal = Journal.openCompacted(file, TEXTS, Journal.read(file, text -> {}))) {
            journal.append("fourth");
        }
        assertThat(texts()).hasSize(4).endsWith("fourth");
    }

    @Test
    void damagedByteNamesFileAndLine() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int line = 1;
        for (int at = 0; at < whole.length; at++) {
            Files.write(file, withDamageAt(whole, at));
            String named = "line " + line + " of the journal " + file;
            assertThatThrownBy(this::texts)
                    .as("damage at byte %d", at)
                    .isInstanceOfSatisfying(SssException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
                        assertThat(e).hasMessageContaining(named);
                    });
            line += whole[at] == '\n' ? 1 : 0;
        }
    }

    /** After a crash of the machine, a page may be missing although the next one, with the end of its line, exists. */
    @Test
    void pageOfZerosEndsJournal() throws IOException {
        Journal.rewrite(file, List.of("one", "2".repeat(6000), "3".repeat(6000)));
        byte[] whole = Files.readAllBytes(file);
        Arrays.fill(whole, 4096, 8192, (byte) 0);
        Files.write(file, whole);
        assertThat(texts()).containsExactly("one");
        assertThat(directory.resolve("journal.before-cut")).hasBinaryContent(whole);
    }

    /** The copy of an earlier cut may be the only one of the groups that were lost then. */
    @Test
    void aFurtherCutLeavesTheCopyOfTheFirstOne() throws IOException {
        for (String last : List.of("first", "second", "third")) {
            Journal.rewrite(file, List.of("one", last.repeat(2000), "3"));
            byte[] whole = Files.readAllBytes(file);
            Arrays.fill(whole, 4096, 4200, (byte) 0);
            Files.write(file, whole);
            assertThat(texts()).containsExactly("one");
        }
        assertThat(directory.resolve("journal.before-cut"))
                .content(StandardCharsets.ISO_8859_1)
                .contains("firstfirst");
        assertThat(directory.resolve("journal.before-cut-2"))
                .content(StandardCharsets.ISO_8859_1)
                .contains("secondsecond");
        assertThat(directory.resolve("journal.before-cut-3"))
                .content(StandardCharsets.ISO_8859_1)
                .contains("thirdthird");
    }

    private void assertDamaged(byte[] content, int line) throws IOException {
        Files.write(file, content);
        assertThatThrownBy(this::texts)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("line " + line + " of the journal " + file + " is damaged");
        assertThat(directory.resolve("journal.before-cut")).doesNotExist();
    }

    /** The first line has the number of lines that were on the disk before the file got its name. */
    @Test
    void zerosInWhatWasRewrittenAreDamage() throws IOException {
        Journal.rewrite(file, List.of("{\"entry\":\"format\",\"version\":2,\"lines\":2}", "one", "two"));
        byte[] rewritten = Files.readAllBytes(file);
        try (Journal journal = Journal.open(file)) {
            journal.append("three");
        }
        byte[] whole = Files.readAllBytes(file);
        int second = new String(whole, StandardCharsets.US_ASCII).indexOf('\n') + 1;
        for (int from = second; from < rewritten.length; from++) {
            byte[] zeroed = whole.clone();
            Arrays.fill(zeroed, from, whole.length, (byte) 0);
            assertDamaged(zeroed, from < rewritten.length - 13 ? 2 : 3);
        }
        assertDamaged(Arrays.copyOf(whole, rewritten.length - 2), 3);
        byte[] zeroed = whole.clone();
        Arrays.fill(zeroed, rewritten.length + 3, whole.length, (byte) 0);
        Files.write(file, zeroed);
        assertThat(texts()).hasSize(3).endsWith("two");
    }

    @Test
    void zerosInWhatALaterLineStatesToBeSyncedAreDamage() throws IOException {
        long syncedBytes;
        try (Journal journal = Journal.open(file)) {
            IntStream.range(0, 10).forEach(i -> journal.append("y".repeat(500)));
            syncedBytes = journal.size();
            journal.write("not synced");
            journal.write("neither");
        }
        assertThat(texts()).as("without marks").hasSize(TEXTS.size() + 12).endsWith("neither");
        byte[] whole = Files.readAllBytes(file);
        byte[] zeroed = whole.clone();
        Arrays.fill(zeroed, 3000, 3100, (byte) 0);
        assertDamaged(zeroed, 9);
        zeroed = whole.clone();
        int unsynced = new String(whole, StandardCharsets.ISO_8859_1).indexOf("not synced");
        Arrays.fill(zeroed, unsynced, unsynced + 3, (byte) 0);
        Files.write(file, zeroed);
        assertThat(texts()).hasSize(TEXTS.size() + 10);
        assertThat((long) unsynced).isGreaterThan(syncedBytes);
    }

    /**
     * The line feed, or also the last bytes of the text, were on a page that was not written before a crash of the
     * machine.
     */
    @Test
    void ignoresEndOfZeros() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int zeros = 1; zeros < 8; zeros++) {
            Arrays.fill(whole, whole.length - zeros, whole.length, (byte) 0);
            Files.write(file, whole);
            assertThat(texts()).as("%d zeros", zeros).isEqualTo(TEXTS.subList(0, 2));
        }
    }

    @Test
    void appendsAfterCompaction() {
        try (Journal journal = Journal.open(file)) {
            long before = journal.size();
            long position = journal.write("over soon");
            journal.compact(List.of("what is left"));
            assertThat(journal.size()).isLessThan(before);
            journal.sync(position);
            assertThat(journal.write("next")).isGreaterThan(position);
            journal.append("last");
        }
        assertThat(texts()).containsExactly("what is left", "next", "last");
    }

    @Test
    void rewriteReplacesContent() {
        Journal.rewrite(file, List.of("only"));
        assertThat(texts()).containsExactly("only");
        assertThat(directory).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void concurrentLinesAreComplete() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        try (Journal journal = Journal.open(file)) {
            for (int t = 0; t < 4; t++) {
                int thread = t;
                threads.add(new Thread(() -> IntStream.range(0, 20).forEach(i -> journal.append(thread + ":" + i))));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(texts()).hasSize(83).doesNotHaveDuplicates();
    }

    @Test
    void closedJournalRejectsLines() {
        Journal journal = Journal.open(file);
        journal.close();
        assertThatThrownBy(() -> journal.append("late"))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE));
    }

    private static byte[] withDamageAt(byte[] whole, int at) {
        byte[] damaged = whole.clone();
        damaged[at] ^= 1;
        return damaged;
    }
}

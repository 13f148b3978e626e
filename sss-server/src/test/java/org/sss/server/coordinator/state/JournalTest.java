package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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

    @Test
    void whatWasAppendedIsReadBack() {
        assertThat(Journal.read(file)).isEqualTo(TEXTS);
    }

    @Test
    void aMissingFileHasNoLines() {
        assertThat(Journal.read(directory.resolve("none"))).isEmpty();
    }

    @Test
    void anOpenedJournalGoesOnAtItsEnd() {
        try (Journal journal = Journal.open(file)) {
            journal.append("fourth");
        }
        assertThat(Journal.read(file)).hasSize(4).endsWith("fourth");
    }

    @Test
    void aLastLineThatIsCutAtAnyByteIsLeftOut() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int lastLine = whole.length - 10 - TEXTS.get(2).getBytes("UTF-8").length;
        for (int length = lastLine; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThat(Journal.read(file)).as("cut at byte %d", length).isEqualTo(TEXTS.subList(0, 2));
        }
    }

    @Test
    void anyDamagedByteNamesTheFileAndTheLine() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int line = 1;
        for (int at = 0; at < whole.length; at++) {
            Files.write(file, withDamageAt(whole, at));
            String named = "line " + line + " of the journal " + file;
            assertThatThrownBy(() -> Journal.read(file)).as("damage at byte %d", at)
                    .isInstanceOfSatisfying(SssException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
                        assertThat(e).hasMessageContaining(named);
                    });
            line += whole[at] == '\n' ? 1 : 0;
        }
    }

    @Test
    void rewritingReplacesTheContent() {
        Journal.rewrite(file, List.of("only"));
        assertThat(Journal.read(file)).containsExactly("only");
        assertThat(directory).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void linesOfManyThreadsStayWhole() throws InterruptedException {
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
        assertThat(Journal.read(file)).hasSize(83).doesNotHaveDuplicates();
    }

    @Test
    void aClosedJournalRefusesLines() {
        Journal journal = Journal.open(file);
        journal.close();
        assertThatThrownBy(() -> journal.append("late")).isInstanceOfSatisfying(SssException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE));
    }

    private static byte[] withDamageAt(byte[] whole, int at) {
        byte[] damaged = whole.clone();
        damaged[at] ^= 1;
        return damaged;
    }
}

package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.testing.FailingDisk;

/** Compaction of a journal while the disk fails. */
class JournalReplacementTest {
    private static final List<String> LEFT = List.of("what is left", "of it");

    @TempDir
    Path directory;

    private final FailingDisk disk = new FailingDisk();

    private List<String> texts(Path file) {
        List<String> texts = new ArrayList<>();
        Journal.read(file, texts::add);
        return texts;
    }

    /** Lets the change of this number, from 0 on, fail. */
    private void failAt(int number, Supplier<Throwable> how) {
        AtomicInteger count = new AtomicInteger();
        disk.before = change -> {
            if (count.getAndIncrement() == number) {
                FailingDisk.<RuntimeException>fail(how.get());
            }
        };
    }

    private static boolean succeeds(Runnable work) {
        try {
            work.run();
            return true;
        } catch (SssException | OutOfMemoryError e) {
            return false;
        }
    }

    private void losesNoAcknowledgedLine(Supplier<Throwable> how) {
        for (int number = 0; ; number++) {
            Path file = directory.resolve(number + "/journal");
            assertThat(file.getParent().toFile().mkdirs()).isTrue();
            boolean compacted;
            boolean added;
            disk.before = change -> {};
            try (Journal journal = Journal.open(disk.path(file))) {
                journal.append("before");
                disk.changes.clear();
                failAt(number, how);
                compacted = succeeds(() -> journal.compact(LEFT));
                String failed = disk.changes.get(disk.changes.size() - 1);
                disk.before = change -> {};
                added = succeeds(() -> journal.append("acknowledged"));
                if (!compacted && disk.changes.contains("move journal.new") && failed.equals("force " + number)) {
                    assertThat(added).as("a name that may not survive a crash").isFalse();
                }
            }
            List<String> whole =
                    new ArrayList<>(List.of(texts(file).get(0).equals("before") ? "before" : "what is left,of it"));
            if (added) {
                whole.add("acknowledged");
            }
            assertThat(String.join(",", texts(file)))
                    .as("after %s", disk.changes)
                    .isEqualTo(String.join(",", whole));
            assertThat(file.getParent()).isDirectoryNotContaining("glob:**.new");
            if (compacted) {
                assertThat(number).isGreaterThan(7);
                return;
            }
        }
    }

    @Test
    void losesNoAcknowledgedLineOnDiskError() {
        losesNoAcknowledgedLine(() -> new IOException("No space left on device"));
    }

    @Test
    void losesNoAcknowledgedLineOnOutOfMemory() {
        losesNoAcknowledgedLine(() -> new OutOfMemoryError("Direct buffer memory"));
    }

    @Test
    void rejectsAllCallsAfterFailedSyncOfDirectory() {
        Path file = directory.resolve("journal");
        try (Journal journal = Journal.open(disk.path(file))) {
            disk.before = change -> {
                if (change.startsWith("force ") && disk.changes.contains("move journal.new")) {
                    FailingDisk.<RuntimeException>fail(new IOException("Input/output error"));
                }
            };
            assertThatThrownBy(() -> journal.compact(LEFT)).hasMessageContaining("Input/output error");
            disk.before = change -> {};
            assertThatThrownBy(() -> journal.append("late"))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                    .hasMessageContainingAll("restart the coordinator", "could not be synced");
        }
        assertThat(texts(file)).isEqualTo(LEFT);
    }

    @Test
    void removesIncompleteLine() {
        Path file = directory.resolve("journal");
        try (Journal journal = Journal.open(disk.path(file))) {
            journal.append("before");
            failAt(0, () -> new OutOfMemoryError("Direct buffer memory"));
            assertThatThrownBy(() -> journal.append("half")).hasMessageContaining("Direct buffer memory");
            disk.before = change -> {};
            journal.append("after");
        }
        assertThat(texts(file)).containsExactly("before", "after");
    }

    /** Another journal may open the file as soon as this one is closed, and a later rename would replace it. */
    @Test
    void closeWaitsForCompaction() throws InterruptedException {
        Path file = directory.resolve("journal");
        Journal journal = Journal.open(disk.path(file));
        CountDownLatch moving = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        disk.before = change -> {
            if (change.equals("move journal.new")) {
                moving.countDown();
                awaitLatch(goOn);
            }
        };
        Thread compacting = new Thread(() -> journal.compact(LEFT));
        compacting.start();
        awaitLatch(moving);
        List<List<String>> seen = new ArrayList<>();
        Thread closing = new Thread(() -> {
            journal.close();
            seen.add(texts(file));
        });
        closing.start();
        await().until(() ->
                closing.getState() == Thread.State.BLOCKED || closing.getState() == Thread.State.TERMINATED);
        goOn.countDown();
        compacting.join();
        closing.join();
        assertThat(seen).containsExactly(LEFT);
        assertThatThrownBy(() -> journal.append("late")).isInstanceOf(SssException.class);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

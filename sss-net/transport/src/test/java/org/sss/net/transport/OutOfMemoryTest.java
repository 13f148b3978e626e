package org.sss.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutOfMemoryTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Java heap space | HEAP
            GC overhead limit exceeded | HEAP
            a word of the user's | HEAP
            Metaspace | METASPACE
            Compressed class space | METASPACE
            Cannot reserve 1048576 bytes of direct buffer memory (allocated: 1, limit: 2) | DIRECT
            Direct buffer memory | DIRECT
            failed to allocate 4194304 byte(s) of direct memory (used: 1, max: 2) | DIRECT
            unable to create native thread: possibly out of memory or process/resource limits reached | THREADS
            Requested array size exceeds VM limit | ARRAY_SIZE
            Required length exceeds implementation limit | ARRAY_SIZE
            Map failed | MACHINE
            """)
    void classifiesByMessage(String message, OutOfMemory kind) {
        assertThat(OutOfMemory.of(new OutOfMemoryError(message))).isEqualTo(kind);
    }

    @Test
    void errorWithoutMessageCountsAsHeap() {
        assertThat(OutOfMemory.of(new OutOfMemoryError())).isEqualTo(OutOfMemory.HEAP);
    }

    @Test
    void recognisesArrayMessageOfThisJdk() {
        assertThatThrownBy(() -> System.identityHashCode(new long[Integer.MAX_VALUE]))
                .isInstanceOfSatisfying(
                        OutOfMemoryError.class,
                        e -> assertThat(OutOfMemory.of(e)).isEqualTo(OutOfMemory.ARRAY_SIZE));
    }

    @Test
    void lackOfThreadsAndTooLongArrayDoNotEndANode() {
        assertThat(MemoryErrors.endsNode(new OutOfMemoryError("unable to create native thread")))
                .isFalse();
        assertThat(MemoryErrors.endsNode(new OutOfMemoryError("Requested array size exceeds VM limit")))
                .isFalse();
        assertThat(MemoryErrors.endsNode(new OutOfMemoryError("Java heap space")))
                .isTrue();
        assertThat(MemoryErrors.endsNode(new InternalError())).isTrue();
        assertThat(MemoryErrors.endsNode(new IllegalStateException())).isFalse();
    }

    @Test
    void threadContinuesAfterLackOfThreads() throws InterruptedException {
        List<Throwable> died = new ArrayList<>();
        Thread thread = new Thread(() -> {
            MemoryErrors.report(new OutOfMemoryError("unable to create native thread"));
            MemoryErrors.report(new OutOfMemoryError("Java heap space"));
        });
        thread.setUncaughtExceptionHandler((t, e) -> died.add(e));
        thread.start();
        thread.join();
        assertThat(died).singleElement().satisfies(e -> assertThat(e).hasMessage("Java heap space"));
    }
}

package org.sss.kvs.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.kvs.ChildJvm;

class HeapEndStackIT {
    /** Meets the end of the heap more often than Java keeps stacks for, and prints for each time its own and ours. */
    static final class Filler {
        private static final int TIMES = 6;

        private Filler() {}

        public static void main(String[] args) {
            System.out.println("watched " + HeapEndStack.watch() + ", before " + HeapEndStack.stack().length);
            for (int time = 0; time < TIMES; time++) {
                meet("outer");
                HeapEndStack.keepStack(true);
                meet("ignored");
                StackTraceElement[] stack = HeapEndStack.stack();
                System.out.println("time " + time + ": " + stack[0] + " of " + stack.length);
                HeapEndStack.keepStack(false);
            }
            System.out.println("after " + HeapEndStack.stack().length);
        }

        private static void meet(String how) {
            try {
                if (how.equals("outer")) {
                    fill();
                }
                fillAnother();
            } catch (OutOfMemoryError e) {
                System.out.println(how + " " + e.getStackTrace().length);
            }
        }

        private static void fill() {
            for (List<byte[]> all = new ArrayList<>(); ; ) {
                all.add(new byte[1 << 16]);
            }
        }

        private static void fillAnother() {
            for (List<byte[]> all = new ArrayList<>(); ; ) {
                all.add(new byte[1 << 16]);
            }
        }
    }

    @Test
    void stackIsRecordedEachTimeAndRetainedOnRequest() throws IOException, InterruptedException {
        ChildJvm.Result end = ChildJvm.run(List.of(), Filler.class);
        assertThat(end.status()).as(end.output()).isZero();
        List<String> lines = end.output().lines().toList();
        assertThat(lines).first().isEqualTo("watched true, before 0");
        assertThat(lines).last().isEqualTo("after 0");
        assertThat(lines)
                .filteredOn(line -> line.startsWith("time "))
                .hasSize(Filler.TIMES)
                .allMatch(line -> line.matches("time \\d: org\\.sss\\.kvs\\.process\\.HeapEndStackIT\\$Filler\\.fill"
                        + "\\(HeapEndStackIT\\.java:\\d+\\) of 3"));
        // What this is for: Java's own traces end.
        assertThat(lines).contains("outer 0");
    }
}

package org.sss.server.task.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.net.control.Progress.LeftThreads;
import org.sss.server.code.JobCode;

class ThreadLeakDetectorTest {
    private final JobCode code = JobCode.isolated(List.of());
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() {
        end.countDown();
        code.close();
    }

    /** What is left of {@code userCode}, which is called as a task calls it. */
    private static LeftThreads after(JobCode code, Runnable userCode) throws Exception {
        FutureTask<LeftThreads> task = new FutureTask<>(() -> {
            ThreadLeakDetector watch = new ThreadLeakDetector(code);
            Thread.currentThread().setContextClassLoader(code.loader());
            userCode.run();
            return watch.left();
        });
        new Thread(new ThreadGroup("slot"), task, "slot").start();
        return task.get(20, TimeUnit.SECONDS);
    }

    private Thread waiting(String name) {
        Thread thread = new Thread(this::awaitEnd, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void awaitEnd() {
        try {
            assertThat(end.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void threadsThatRunOnAreNamed() throws Exception {
        assertThat(after(code, () -> {
                    waiting("spider");
                    waiting("crawler");
                }))
                .isEqualTo(new LeftThreads(2, List.of("crawler", "spider")));
    }

    @Test
    void truncatesNamesAndReportsOnlyAFew() throws Exception {
        LeftThreads left = after(code, () -> {
            for (int i = 0; i < 30; i++) {
                waiting("x".repeat(200) + i % 10);
            }
        });
        assertThat(left.count()).isEqualTo(30);
        assertThat(left.names()).containsExactly("x".repeat(80) + "...");
    }

    @Test
    void threadsOfAPoolThatInheritNothingAreFound() throws Exception {
        ForkJoinPool[] pool = new ForkJoinPool[1];
        LeftThreads left = after(code, () -> {
            pool[0] = new ForkJoinPool(1);
            CountDownLatch started = new CountDownLatch(1);
            pool[0].execute(() -> {
                started.countDown();
                awaitEnd();
            });
            join(started);
        });
        end.countDown();
        pool[0].shutdown();
        assertThat(left.count()).isEqualTo(1);
    }

    private static void join(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void reportsOnlyRunningThreadsOfUserCode() throws Exception {
        Runnable tidy = () -> {
            Thread thread = waiting("tidy");
            end.countDown();
            try {
                thread.join(TimeUnit.SECONDS.toMillis(20));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        assertThat(after(code, tidy)).isEqualTo(LeftThreads.NONE);
        CountDownLatch later = new CountDownLatch(1);
        Runnable ofServer = () -> {
            Thread thread = new Thread(() -> join(later), "server");
            thread.setContextClassLoader(ThreadLeakDetector.class.getClassLoader());
            thread.setDaemon(true);
            thread.start();
        };
        assertThat(after(code, ofServer)).isEqualTo(LeftThreads.NONE);
        JobCode shared = JobCode.shared(ThreadLeakDetectorTest.class.getClassLoader());
        assertThat(after(shared, () -> new Thread(() -> join(later), "anybody").start()))
                .isEqualTo(LeftThreads.NONE);
        later.countDown();
    }
}

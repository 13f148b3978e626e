package org.sss.server.coordinator.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.server.coordinator.execution.job.JobDefaults;
import org.sss.server.coordinator.execution.job.JobWrite;
import org.sss.server.coordinator.execution.job.RetryPolicy;
import org.sss.server.coordinator.execution.job.RunContext;
import org.sss.server.coordinator.execution.job.Scheduling;
import org.sss.server.coordinator.execution.job.ShuffleDefaults;
import org.sss.server.coordinator.execution.job.Step;

/** Concurrent steps if there is no thread for one of them, or if the graph itself fails. */
class StepStartTest {
    private static final long DEADLINE_SECONDS = 20;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private static class Waiting extends JobNodeTest.Starting {
        private final String name;
        private final Consumer<CompletableFuture<Void>> body;

        Waiting(String name, Consumer<CompletableFuture<Void>> body) {
            this.name = name;
            this.body = body;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Map<String, GroupInfo> run(
                Map<String, GroupInfo> groups, int iteration, boolean repeats, CompletableFuture<Void> stop) {
            body.accept(stop);
            return Map.of();
        }
    }

    private static boolean within(CountDownLatch latch) {
        try {
            return latch.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    @Test
    void stepWithoutThreadFailsAfterOthersEnded() {
        AtomicInteger started = new AtomicInteger();
        Executor noSecond = work -> {
            if (started.incrementAndGet() == 2) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            threads.execute(work);
        };
        RunContext context = new RunContext(
                null,
                new RunContext.Stores(null, null, null, null, null),
                new Scheduling(noSecond, null, Clock.systemUTC()),
                new JobDefaults(RetryPolicy.DEFAULTS, ShuffleDefaults.DIRECT),
                null);
        CountDownLatch thirdRuns = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        Graph graph = new Graph(
                List.of(
                        new Waiting("first", stop -> {
                            if (within(thirdRuns)) {
                                ended.incrementAndGet();
                            }
                        }),
                        new Waiting("second", stop -> {}),
                        new Waiting("third", stop -> {
                            thirdRuns.countDown();
                            try {
                                JobWrite.await(
                                        new CompletableFuture<Void>()
                                                .completeOnTimeout(null, DEADLINE_SECONDS, TimeUnit.SECONDS),
                                        stop);
                            } catch (SssException e) {
                                ended.incrementAndGet();
                                throw e;
                            }
                        })),
                context,
                false,
                Set.of());
        assertThatThrownBy(() -> graph.run(Map.of(), -1, new CompletableFuture<>()))
                .hasMessageContainingAll("starting job 'second'", "no thread can be started");
        assertThat(ended).as("one that continued and one that was stopped").hasValue(2);
    }

    @Test
    void failureOfGraphStopsAllSteps() {
        RunContext context = new RunContext(
                null,
                new RunContext.Stores(null, null, null, null, null),
                new Scheduling(threads, null, Clock.systemUTC()),
                new JobDefaults(RetryPolicy.DEFAULTS, ShuffleDefaults.DIRECT),
                null);
        CountDownLatch otherRuns = new CountDownLatch(1);
        AtomicBoolean stopped = new AtomicBoolean();
        Step broken =
                new Waiting("broken", stop -> {
                    within(otherRuns);
                    throw new IllegalStateException("of the step");
                }) {
                    @Override
                    public boolean isSpent() {
                        throw new IllegalStateException("of the graph");
                    }
                };
        Step other = new Waiting("other", stop -> {
            otherRuns.countDown();
            try {
                JobWrite.await(
                        new CompletableFuture<Void>().completeOnTimeout(null, DEADLINE_SECONDS, TimeUnit.SECONDS),
                        stop);
            } catch (SssException e) {
                stopped.set(true);
                throw e;
            }
        });
        Graph graph = new Graph(List.of(broken, other), context, false, Set.of());
        assertThatThrownBy(() -> graph.run(Map.of(), -1, new CompletableFuture<>()))
                .hasMessage("of the graph");
        assertThat(stopped).isTrue();
    }
}

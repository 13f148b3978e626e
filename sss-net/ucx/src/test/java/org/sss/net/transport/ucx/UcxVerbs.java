package org.sss.net.transport.ucx;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Main class that runs the contract of transports by RDMA, and prints each test and the numbers of them. */
final class UcxVerbs {
    /** As in {@code UCX_NET_DEVICES}. */
    static final String DEVICES = System.getProperty("sss.ucx.devices", "all");

    private static final List<ClassSelector> TESTS =
            List.of(selectClass(UcxVerbsTransport.class), selectClass(UcxVerbsSmallRings.class));

    private UcxVerbs() {}

    public static void main(String[] args) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(TESTS)
                                .build(),
                        new Printing(),
                        listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true), 12);
        System.out.printf(
                "tests: %d found, %d passed, %d failed, %d skipped; %d s%n",
                summary.getTestsFoundCount(),
                summary.getTestsSucceededCount(),
                summary.getTotalFailureCount(),
                summary.getTestsSkippedCount(),
                TimeUnit.MILLISECONDS.toSeconds(summary.getTimeFinished() - summary.getTimeStarted()));
        System.exit(summary.getTotalFailureCount() == 0 ? 0 : 1);
    }

    /** One line for each test when it ends. */
    private static final class Printing implements TestExecutionListener {
        private long startNanos;

        @Override
        public void executionStarted(TestIdentifier test) {
            startNanos = System.nanoTime();
            test.getSource()
                    .filter(ClassSource.class::isInstance)
                    .ifPresent(source -> System.out.println("class " + test.getDisplayName()));
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                System.out.printf(
                        "%-10s %6d ms  %s%n",
                        result.getStatus(),
                        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos),
                        test.getDisplayName());
            }
        }
    }
}

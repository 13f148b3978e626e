package org.sss.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpinThenParkTest {
    /** Time between two calls of the clock, as for a thread that yields without work. */
    private long stepNanos = 1_000;

    private long nowNanos = -5_000;
    private final SpinThenPark lingering = new SpinThenPark(() -> nowNanos += stepNanos);

    /** Number of polls before the thread sleeps. */
    private int looks() {
        int looks = 0;
        while (lingering.pollsAgain()) {
            looks++;
        }
        return looks;
    }

    private void sleepFor(long nanos) {
        nowNanos += nanos;
        lingering.found();
    }

    private void failTwice() {
        for (int i = 0; i < 2; i++) {
            assertThat(looks()).isEqualTo(1_000);
            sleepFor(1_000_000_000);
        }
    }

    @Test
    void idleThreadPollsForTwoMillisecondsAndStopsAfterTwoFailures() {
        failTwice();
        for (int i = 0; i < 3; i++) {
            assertThat(looks()).isZero();
            sleepFor(500_000);
        }
    }

    @Test
    void shortSleepReenablesPolling() {
        failTwice();
        assertThat(looks()).isZero();
        sleepFor(400_000);
        failTwice();
        assertThat(looks()).isZero();
    }

    @Test
    void workFoundByPollingContinuesPolling() {
        for (int i = 0; i < 10; i++) {
            assertThat(looks()).isEqualTo(1_000);
            sleepFor(1_000_000_000);
            assertThat(lingering.pollsAgain()).isTrue();
            lingering.found();
        }
    }

    @Test
    void threadThatNeverWaitsRetainsItsState() {
        failTwice();
        lingering.found();
        assertThat(looks()).isZero();
    }

    @Test
    void yieldsProcessorThatOtherThreadsNeed() {
        stepNanos = 200_000;
        for (int i = 0; i < 3; i++) {
            assertThat(looks()).isZero();
            sleepFor(1_000_000_000);
        }
        stepNanos = 1_000;
        assertThat(looks()).isEqualTo(1_000);
    }

    @Test
    void threadExpectsRequestsForAWhileAfterOne() throws InterruptedException {
        assertThat(SpinThenPark.isExpectingRequests()).isFalse();
        SpinThenPark.expectRequests();
        boolean[] elsewhere = new boolean[1];
        Thread other = new Thread(() -> elsewhere[0] = SpinThenPark.isExpectingRequests());
        other.start();
        other.join();
        assertThat(elsewhere[0]).as("another thread").isFalse();
        while (SpinThenPark.isExpectingRequests()) {
            Thread.sleep(1);
        }
    }
}

package org.sss.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.Token;
import org.sss.net.auth.TokenTable;

class PolledTokensTest {
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final TokenTable TABLE = new TokenTable(Token.newRealm(), List.of());

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger reads = new AtomicInteger();
    private volatile SssException failure;

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    private PolledTokens tokens(TokenTable first, Duration validity) {
        return new PolledTokens(this::read, first, validity, Runnable::run, timer, nanos::get);
    }

    private TokenTable read(TokenTable known) {
        reads.incrementAndGet();
        if (failure != null) {
            throw failure;
        }
        return TABLE;
    }

    @Test
    void tableIsNotUsedIfItCannotBeReadForLongerThanItIsValid() throws Exception {
        PolledTokens tokens = tokens(TABLE, Duration.ofMinutes(1));
        nanos.set(TimeUnit.SECONDS.toNanos(60));
        assertThat(tokens.current()).isSameAs(TABLE);
        nanos.set(TimeUnit.SECONDS.toNanos(61));
        SssException unknown = catchThrowableOfType(SssException.class, tokens::current);
        assertThat(unknown.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(unknown)
                .hasMessageContaining("has not reached the coordinator for 61 s")
                .hasMessageContaining("serves other nodes only");
        tokens.refreshed().get(WAIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(tokens.current()).isSameAs(TABLE);
        tokens.close();
    }

    @Test
    void reportsThatTheTableCouldNotBeReadSoThatPeersAreCheckedAgain() {
        PolledTokens tokens = tokens(TABLE, Duration.ofMinutes(1));
        failure = new SssException(ErrorCode.NODE_UNREACHABLE, "node 0 is down");
        AtomicInteger checks = new AtomicInteger();
        tokens.onRead(checks::incrementAndGet);
        tokens.refreshed();
        await().atMost(WAIT).until(() -> checks.get() > 0);
        tokens.close();
    }

    @Test
    void tableInAFileIsValidForEver() {
        PolledTokens tokens = tokens(TABLE, PolledTokens.ALWAYS);
        nanos.set(TimeUnit.DAYS.toNanos(3_650));
        assertThat(tokens.current()).isSameAs(TABLE);
        tokens.close();
    }

    @Test
    void slowCoordinatorDoesNotEndTheWaitForTheFirstTable() throws Exception {
        failure = new SssException(ErrorCode.TIMEOUT, "no response within 30000 ms");
        PolledTokens tokens = tokens(null, Duration.ofMinutes(1));
        CompletableFuture<Void> first = CompletableFuture.runAsync(tokens::awaitFirst);
        await().atMost(WAIT).until(() -> reads.get() > 2);
        assertThat(first).isNotDone();
        failure = null;
        first.get(WAIT.toSeconds(), TimeUnit.SECONDS);
        tokens.close();
    }

    @Test
    void rejectedNodeStopsWaiting() {
        failure = new SssException(ErrorCode.UNAUTHENTICATED, "the token is unknown");
        PolledTokens tokens = tokens(null, Duration.ofMinutes(1));
        assertThat(catchThrowableOfType(SssException.class, tokens::awaitFirst).code())
                .isEqualTo(ErrorCode.UNAUTHENTICATED);
        tokens.close();
    }

    @Test
    void closedWhileItWaits() {
        failure = new SssException(ErrorCode.NODE_UNREACHABLE, "node 0 is down");
        PolledTokens tokens = tokens(null, Duration.ofMinutes(1));
        CompletableFuture<Void> first = CompletableFuture.runAsync(tokens::awaitFirst);
        await().atMost(WAIT).until(() -> reads.get() > 0);
        tokens.close();
        assertThat(first)
                .failsWithin(WAIT)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("the node is stopping");
    }
}

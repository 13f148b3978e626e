package org.sss.net.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Role;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Recorder;
import org.sss.net.transport.Transport;

/** Calls over any transport. */
abstract class RpcContract {
    private static final Duration WAIT = Duration.ofSeconds(20);

    enum Color {
        RED,
        GREEN
    }

    record Question(String name, List<Integer> numbers, Map<String, Color> colors) {}

    record Answer(String greeting, int sum, Color color) {}

    record NewerQuestion(String name, List<Integer> numbers, Map<String, Color> colors, String addedLater) {}

    record Nothing() {}

    record Unchanging(String text, List<Integer> numbers) implements ImmutableMessage {}

    private final ExecutorService executor = Executors.newFixedThreadPool(4);
    private final CountDownLatch never = new CountDownLatch(1);
    private final RpcService service = new RpcService(executor);
    private Transport transport;
    private Connection connection;

    abstract Transport create();

    @BeforeEach
    void connect() {
        transport = create();
        connection = transport.connect(
                transport.listen(new NodeAddress("127.0.0.1", 0), service).address(), WAIT);
        service.on(verb("greet"), Question.class, RpcContract::greet);
        service.on(verb("echo"), String.class, text -> text);
    }

    @AfterEach
    void close() throws InterruptedException {
        transport.close();
        executor.shutdownNow();
        assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Whether caller and handler get the same object. */
    abstract boolean passesValues();

    @Test
    void immutableMessagesArriveEqualAndAreCopiedOnlyBetweenProcesses() {
        List<Unchanging> handled = new ArrayList<>();
        service.on(verb("keep"), Unchanging.class, request -> {
            handled.add(request);
            return request;
        });
        Unchanging sent = new Unchanging("x".repeat(Body.MAX_FRAME_BYTES), List.of(1, 2));
        Unchanging answered = call(verb("keep"), sent, Unchanging.class);
        assertThat(answered).isEqualTo(sent);
        assertThat(handled).containsExactly(sent);
        assertThat(handled.get(0) == sent && answered == sent).isEqualTo(passesValues());
    }

    @Test
    void otherMessagesAreCopied() {
        List<Integer> numbers = new ArrayList<>(List.of(1));
        service.on(verb("list"), Question.class, request -> new Question("x", numbers, Map.of()));
        Question answer = call(verb("list"), new Question("x", numbers, Map.of()), Question.class);
        numbers.add(2);
        assertThat(answer.numbers()).containsExactly(1);
    }

    @Test
    void callReturnsResultOfTheHandler() {
        Question question = new Question("Ada", List.of(1, 2, 3), Map.of("sky", Color.GREEN));
        assertThat(call(verb("greet"), question, Answer.class)).isEqualTo(new Answer("Hello Ada", 6, Color.GREEN));
    }

    @Test
    void ignoresUnknownProperties() {
        NewerQuestion question = new NewerQuestion("Bob", List.of(4), Map.of(), "from a newer version");
        assertThat(call(verb("greet"), question, Answer.class)).isEqualTo(new Answer("Hello Bob", 4, Color.RED));
    }

    @Test
    void nothingIsAnAnswerToo() {
        service.on(verb("forget"), Nothing.class, nothing -> null);
        assertThat(call(verb("forget"), new Nothing(), Answer.class)).isNull();
    }

    @Test
    void bodiesLargerThanTheWindowPassBothWays() throws Exception {
        String large = "0123456789abcdef".repeat(300_000);
        assertThat(call(verb("echo"), large, String.class)).isEqualTo(large);
        assertThat(Rpc.callAsync(connection, verb("echo"), large, String.class, WAIT)
                        .get(20, TimeUnit.SECONDS))
                .isEqualTo(large);
        assertThat(Rpc.start(connection, verb("echo"), large, String.class).get(20, TimeUnit.SECONDS))
                .isEqualTo(large);
    }

    @Test
    void rejectsBodiesBeyondTheLimitOnBothSides() {
        service.on(verb("inflate"), Integer.class, "x"::repeat);
        assertCode(ErrorCode.TOO_LARGE, () -> call(verb("echo"), "x".repeat(Body.MAX_BYTES), String.class));
        assertCode(ErrorCode.TOO_LARGE, () -> call(verb("inflate"), Body.MAX_BYTES, String.class));
        assertThat(call(verb("echo"), "still there", String.class)).isEqualTo("still there");
    }

    @Test
    void callerGetsErrorOfTheHandlerWithItsTrace() {
        service.on(verb("drop"), String.class, group -> {
            throw new SssException(ErrorCode.NOT_FOUND, "group '" + group + "' does not exist");
        });
        SssException error = assertCode(ErrorCode.NOT_FOUND, () -> call(verb("drop"), "words", String.class));
        assertThat(error).hasMessage("group 'words' does not exist");
        assertThat(error.remoteTrace()).contains("RpcContract");
    }

    @Test
    void anUnexpectedErrorIsInternal() {
        service.on(verb("bug"), String.class, text -> text.charAt(99));
        SssException error = assertCode(ErrorCode.INTERNAL, () -> call(verb("bug"), "short", String.class));
        assertThat(error).hasMessageContaining("call 'bug' failed").hasMessageContaining("StringIndexOutOfBounds");
        assertThat(error.remoteTrace()).contains("charAt");
    }

    @Test
    void namesUnknownVerb() {
        SssException error = assertCode(ErrorCode.PROTOCOL, () -> call(verb("dance"), "x", String.class));
        assertThat(error).hasMessageContaining("'dance'").hasMessageContaining("[echo, greet]");
    }

    @Test
    void aRequestOfTheWrongShapeIsAProtocolError() {
        SssException error = assertCode(ErrorCode.PROTOCOL, () -> call(verb("greet"), List.of(1), Answer.class));
        assertThat(error).hasMessageContaining("the request of 'greet'");
    }

    @Test
    void aCallWithoutResponseTimesOutAndNamesVerbAndPeer() {
        service.on(verb("hang"), String.class, text -> never.await(1, TimeUnit.MINUTES));
        Duration soon = Duration.ofMillis(50);
        SssException error =
                assertCode(ErrorCode.TIMEOUT, () -> Rpc.call(connection, verb("hang"), "x", String.class, soon));
        assertThat(error)
                .hasMessageContaining("'hang'")
                .hasMessageContaining(connection.peer().toString());
        CompletableFuture<String> future = Rpc.callAsync(connection, verb("hang"), "x", String.class, soon);
        assertThatThrownBy(() -> future.get(10, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
    }

    @Test
    void startedCallReturnsAnswerOrError() {
        assertThat(Rpc.start(connection, verb("echo"), "x", String.class)
                        .orTimeout(20, TimeUnit.SECONDS)
                        .join())
                .isEqualTo("x");
        CompletableFuture<String> refused = Rpc.start(connection, verb("dance"), "x", String.class);
        assertThatThrownBy(() -> refused.get(20, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL));
    }

    @Test
    void completingAStartedCallFromOutsideCancelsIt() throws Exception {
        Recorder recorder = new Recorder();
        service.onStream(verb("listen"), (header, stream) -> recorder);
        Rpc.start(connection, verb("listen"), "x", String.class).cancel(false);
        assertThat(recorder.awaitError()).hasMessageContaining("abandoned");
    }

    @Test
    void aFullExecutorIsOverload() {
        assertOverload(task -> {
            throw new RejectedExecutionException("queue of 0");
        });
    }

    @Test
    void anExecutorWithoutThreadsIsOverload() {
        assertOverload(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
    }

    @Test
    void callWithoutAvailableThreadIsOverload() {
        service.on(verb("start"), String.class, text -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        assertCode(ErrorCode.OVERLOADED, () -> call(verb("start"), "x", String.class));
    }

    private void assertOverload(Executor executor) {
        RpcService full = new RpcService(executor);
        full.on(verb("greet"), Question.class, RpcContract::greet);
        NodeAddress address =
                transport.listen(new NodeAddress("127.0.0.1", 0), full).address();
        Connection busy = transport.connect(address, WAIT);
        assertCode(ErrorCode.OVERLOADED, () -> Rpc.call(busy, verb("greet"), null, Answer.class, WAIT));
    }

    @Test
    void aLostConnectionEndsTheCall() {
        service.on(verb("leave"), String.class, text -> {
            connection.close();
            return never.await(1, TimeUnit.MINUTES);
        });
        assertCode(ErrorCode.CLOSED, () -> call(verb("leave"), "x", String.class));
        assertCode(ErrorCode.NODE_UNREACHABLE, () -> call(verb("echo"), "x", String.class));
    }

    @Test
    void manyCallsShareAConnection() {
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(Rpc.callAsync(connection, verb("echo"), "call " + i, String.class, WAIT));
        }
        for (int i = 0; i < 200; i++) {
            assertThat(calls.get(i).orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo("call " + i);
        }
    }

    @Test
    void rawStreamsHaveVerbsToo() throws Exception {
        Recorder recorder = new Recorder();
        service.onStream(verb("put"), (header, stream) -> recorder);
        connection.open("put", new byte[0], new Recorder()).end(new byte[] {7});
        assertThat(recorder.awaitEnd()).containsExactly(7);
        assertCode(ErrorCode.ALREADY_EXISTS, () -> service.on(verb("put"), String.class, text -> text));
    }

    private <R> R call(Verb verb, Object request, Class<R> responseType) {
        return Rpc.call(connection, verb, request, responseType, WAIT);
    }

    private static Answer greet(Question question) {
        int sum = question.numbers().stream().mapToInt(Integer::intValue).sum();
        return new Answer("Hello " + question.name(), sum, question.colors().getOrDefault("sky", Color.RED));
    }

    private static SssException assertCode(ErrorCode code, Runnable call) {
        SssException error = catchThrowableOfType(SssException.class, call::run);
        assertThat(error).as("an error " + code).isNotNull();
        assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
        return error;
    }

    private static Verb verb(String name) {
        return Verb.of(name, Role.READ);
    }
}

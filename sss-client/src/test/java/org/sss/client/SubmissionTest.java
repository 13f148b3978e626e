package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.api.Workflow;
import org.sss.client.link.ClusterLink;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Blob;
import org.sss.net.control.ServerVerbs.BlobIds;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.local.LocalTransport;

/** What goes to a coordinator when a workflow is submitted. */
class SubmissionTest {
    private static final NodeAddress ADDRESS = new NodeAddress("coordinator", 1);
    private static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, Long> WORDS = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);

    private final LocalTransport transport = new LocalTransport();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Set<String> blobs = ConcurrentHashMap.newKeySet();
    private final List<Integer> priorities = new CopyOnWriteArrayList<>();
    private volatile boolean groupIsThere = true;
    private volatile boolean isLostAfterTheRequest;
    private ClusterLink link;
    private Submission submission;

    @BeforeEach
    void listen() {
        ClusterMap map =
                new ClusterMap("c", 1, List.of(new NodeInfo(0, ADDRESS, new NodeAddress("coordinator", 2))), 1);
        transport.listen(
                ADDRESS,
                new RpcService(executor)
                        .on(ServerVerbs.CLUSTER, Nothing.class, nothing -> map)
                        .on(ServerVerbs.BLOB_HAS, BlobIds.class, this::missing)
                        .onStream(
                                ServerVerbs.BLOB_PUT,
                                (header, stream) -> new Upload(
                                        Json.read(header, Blob.class, "blob").id(), stream))
                        .on(ServerVerbs.WORKFLOW_SUBMIT, WorkflowSpec.class, this::submitted));
        link = new ClusterLink(transport, ADDRESS);
        submission = new Submission(link, true);
    }

    @AfterEach
    void close() {
        link.close();
        transport.close();
        executor.shutdownNow();
    }

    private BlobIds missing(BlobIds asked) {
        calls.add("has");
        return new BlobIds(
                asked.ids().stream().filter(id -> !blobs.contains(id)).toList());
    }

    private WorkflowStatus submitted(WorkflowSpec spec) {
        calls.add("submit");
        if (isLostAfterTheRequest) {
            link.close();
        }
        if (!groupIsThere || !blobs.contains(spec.jobs().get(0).functions())) {
            throw new SssException(ErrorCode.NOT_FOUND, "something of " + spec.name() + " is not there");
        }
        priorities.add(spec.limits().priority());
        return new WorkflowStatus("wf-1", spec.name(), WorkflowStatus.State.RUNNING, List.of(), null, 0, 0);
    }

    /** Takes a blob. */
    private final class Upload implements StreamHandler {
        private final String id;
        private final Stream stream;

        Upload(String id, Stream stream) {
            this.id = id;
            this.stream = stream;
        }

        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(Message trailer) {
            calls.add("put");
            blobs.add(id);
            stream.end(Json.write(new Nothing()));
        }

        @Override
        public void onError(SssException error) {
            calls.add("broken put");
        }
    }

    private void submit() {
        submission.submit(workflow());
    }

    /** Is never read. */
    private record ManyParts(int count) implements TupleSource<Long, String> {
        @Override
        public String name() {
            return "many";
        }

        @Override
        public List<Split> splits() {
            return IntStream.range(0, count)
                    .mapToObj(i -> new Split("part " + i, new byte[0]))
                    .toList();
        }

        @Override
        public void read(Split split, TupleSink<Long, String> to) {
            throw new AssertionError("nothing is submitted");
        }
    }

    private static Workflow workflow() {
        Workflow workflow = Workflow.named("w");
        workflow.map(LINES, WORDS, (key, line, out) -> out.emit(line, key));
        return workflow;
    }

    @Test
    void submitsThePriorityOfTheWorkflowOrTheDefault() {
        submission.submit(workflow().priority(20));
        submit();
        assertThat(priorities).containsExactly(20, Workflow.DEFAULT_PRIORITY);
    }

    @Test
    void doesNotAskAgainForRecentlyKnownBlobs() {
        submit();
        submit();
        assertThat(calls).containsExactly("has", "put", "submit", "submit");
    }

    @Test
    void resendsBlobsThatTheCoordinatorHasLost() {
        submit();
        blobs.clear();
        submit();
        assertThat(calls).containsExactly("has", "put", "submit", "submit", "has", "put", "submit");
    }

    @Test
    void rejectsATooLargeWorkflowBeforeSending() {
        Workflow workflow = workflow().set("small", "1").set("table", "x".repeat(17 << 20));
        assertThat(catchThrowableOfType(SssException.class, () -> submission.submit(workflow)))
                .satisfies(e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE);
                    assertThat(e)
                            .hasMessageContainingAll(
                                    "workflow 'w'", "parameters of the workflow, 'table'", "with(...)");
                });
        assertThat(calls).isEmpty();
    }

    @Test
    void rejectsASourceWithTooManySplits() {
        Workflow workflow = Workflow.named("w");
        workflow.map(new ManyParts(800_000), LINES, (key, line, out) -> out.emit(key, line));
        assertThat(catchThrowableOfType(SssException.class, () -> submission.submit(workflow)))
                .satisfies(e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE);
                    assertThat(e)
                            .hasMessageContainingAll("the 800000 splits", "job 'map-1'", "fewer or smaller splits");
                });
        assertThat(calls).isEmpty();
    }

    @Test
    void reportsAMissingGroup() {
        submit();
        groupIsThere = false;
        assertThat(catchThrowableOfType(SssException.class, this::submit).code())
                .isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(calls).endsWith("submit", "has", "submit");
    }

    @Test
    void reportsThatAnUnansweredWorkflowMayBeRunning() {
        submit();
        isLostAfterTheRequest = true;
        SssException e = catchThrowableOfType(SssException.class, this::submit);
        assertThat(e.code().kind()).isEqualTo(ErrorCode.Kind.RETRYABLE);
        assertThat(e)
                .hasMessageContaining("workflow 'w' was submitted")
                .hasMessageContaining("may be running")
                .hasMessageContaining("sss jobs");
    }
}

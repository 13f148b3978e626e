package org.sss.server.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ShuffleKey;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.ShuffleStep;
import org.sss.net.transport.NodeAddress;
import org.sss.server.shuffle.files.RelocationFiles;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.shuffle.method.TestMemory;

/** Steps as a coordinator of another version may ask for. */
class UnknownStepTest {
    private static SssException failure(String method, String step, Integer partner) {
        List<NodeInfo> nodes = List.of(node(0), node(1));
        ShuffleSpec spec = new ShuffleSpec(
                new ShuffleKey("wf-1/count", 7),
                method,
                List.of(new ShuffleSpec.Output(GroupKey.of(7), true, true)),
                1 << 20,
                new ClusterMap("c", 1, nodes, 2));
        ShuffleContext context = new ShuffleContext(
                0,
                to -> {
                    throw new AssertionError();
                },
                new TestMemory(1 << 20),
                () -> Path.of("unused"),
                Runnable::run,
                (group, attempt) -> DataVerbs.Stored.NONE,
                Duration.ofSeconds(60),
                new RelocationFiles(null, Path.of("unused"), 0));
        try (NodeShuffle shuffle = ShuffleMethods.of(Shuffle.of(method)).open(spec, context)) {
            return catchThrowableOfType(
                    SssException.class, () -> shuffle.run(new ShuffleStep(3, step, partner, Map.of())));
        }
    }

    private static NodeInfo node(int id) {
        return new NodeInfo(id, new NodeAddress("server-" + id, 1), new NodeAddress("data-" + id, 1));
    }

    @ParameterizedTest
    @EnumSource(value = Shuffle.class, mode = EnumSource.Mode.EXCLUDE, names = "DIRECT")
    void aStepThatTheMethodDoesNotHaveIsNamed(Shuffle method) {
        for (String step : List.of("meat", method == Shuffle.PAIRWISE || method == Shuffle.CSA ? "move" : "exchange")) {
            for (Integer partner : new Integer[] {null, 1}) {
                SssException e = failure(method.methodName(), step, partner);
                assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL);
                assertThat(e)
                        .hasMessageContaining("step 3 (" + step)
                        .hasMessageContaining("at node 0: the shuffle method '" + method.methodName()
                                + "' has no step '" + step + "'");
            }
        }
    }

    @Test
    void theMethodWithoutStepsHasNone() {
        for (String step : List.of("meat", ShuffleStep.END)) {
            assertThat(failure("direct", step, null).code()).isEqualTo(ErrorCode.PROTOCOL);
            assertThat(failure("direct", step, null))
                    .hasMessageContaining("the shuffle method 'direct' has no step '" + step + "'");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pairwise", "csa"})
    void anExchangeNeedsAnotherNode(String method) {
        assertThat(failure(method, "exchange", null).code()).isEqualTo(ErrorCode.PROTOCOL);
        assertThat(failure(method, "exchange", null)).hasMessageContaining("the step has no partner");
        assertThat(failure(method, "exchange", 0)).hasMessageContaining("node 0 cannot be the partner of node 0");
        assertThat(failure(method, "exchange", 2))
                .hasMessageContaining("node 2 cannot be the partner of node 0 in a cluster of 2 nodes");
    }

    @Test
    void blocksDoNotMoveBeforeTheirSizesAreKnown() {
        for (String method : List.of("dsa", "dsa-sms", "on-disk", "auto")) {
            for (String step : List.of("move", ShuffleStep.END)) {
                assertThat(failure(method, step, null).code()).isEqualTo(ErrorCode.PROTOCOL);
                assertThat(failure(method, step, null)).hasMessageContaining("the step 'meta' comes first");
            }
        }
    }
}

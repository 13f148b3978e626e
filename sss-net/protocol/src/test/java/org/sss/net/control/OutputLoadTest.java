package org.sss.net.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sss.net.control.OutputLoad.Key;
import org.sss.net.transport.NodeAddress;

class OutputLoadTest {
    private static final ClusterMap TWO_NODES = new ClusterMap("c", 1, List.of(node(0), node(1)), 4);

    private static NodeInfo node(int id) {
        return new NodeInfo(id, new NodeAddress("127.0.0.1", 1), new NodeAddress("127.0.0.1", 2));
    }

    private static OutputLoad load(List<Key> keys, long... bytes) {
        return OutputLoad.of(TWO_NODES, bytes, keys);
    }

    @Test
    void sumsSubgroupsOfEachNode() {
        OutputLoad load = load(List.of(), 1, 2, 4, 8);
        assertThat(load.nodeBytes()).containsExactly(5L, 10L);
        assertThat(load.bytes()).isEqualTo(15);
    }

    @Test
    void sumsTasks() {
        OutputLoad sum = load(List.of(new Key("a", 3), new Key("b", 2)), 1, 2, 4, 8)
                .plus(load(List.of(new Key("b", 2)), 1, 1, 1, 1));
        assertThat(sum.subgroupBytes()).containsExactly(2L, 3L, 5L, 9L);
        assertThat(sum.nodeBytes()).containsExactly(7L, 12L);
        assertThat(sum.heaviest()).containsExactly(new Key("b", 4), new Key("a", 3));
    }

    @Test
    void hasFewKeys() {
        OutputLoad load = load(
                IntStream.range(0, 50).mapToObj(i -> new Key("key-" + i, i)).toList(), 1, 1, 1, 1);
        assertThat(load.heaviest()).hasSize(Key.MAX_KEYS).startsWith(new Key("key-49", 49));
    }

    @Test
    void addsUpInTheProgressOfAJob() {
        Progress task = new Progress(1, 2, 3, 4, Map.of()).withLoad(load(List.of(new Key("a", 3)), 1, 2, 4, 8));
        assertThat(Progress.NONE
                        .plus(task)
                        .plus(task)
                        .plus(Progress.NONE)
                        .load()
                        .nodeBytes())
                .containsExactly(10L, 20L);
        assertThat(Progress.NONE.plus(Progress.NONE).load()).isNull();
    }
}

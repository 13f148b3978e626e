package org.sss.client.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.JoinKind;
import org.sss.api.Mapper;
import org.sss.api.Partitioner;
import org.sss.api.Partitioners;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.examples.WordCount;

class StaticFieldsTest {
    private static final TupleGroup<Long, Long> IN = TupleGroup.of("in", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> OUT = TupleGroup.of("out", Codecs.LONG, Codecs.LONG);

    private static int threshold;
    private static int limit = 7;
    private static double factor = 0.5;
    private static boolean exact;
    private static String name;
    private static String mode = "fast";
    private static final int CONSTANT = 5;
    private static final Map<String, String> SETTINGS = new HashMap<>();
    private static List<String> names = new ArrayList<>();
    private static final int[] WEIGHTS = new int[3];
    private static final AtomicInteger LEVEL = new AtomicInteger();
    private static final Set<String> STOP_WORDS = new HashSet<>();
    private static final List<Long> CACHE = new ArrayList<>();
    private static long calls;
    private static Map<Long, Long> lazy;

    static {
        STOP_WORDS.add("the");
    }

    @AfterEach
    void unset() {
        threshold = 0;
        limit = 7;
        factor = 0.5;
        exact = false;
        name = null;
        mode = "fast";
        SETTINGS.clear();
        names = new ArrayList<>();
        WEIGHTS[1] = 0;
        LEVEL.set(0);
        CACHE.clear();
        calls = 0;
        lazy = null;
        Other.shared = 0;
    }

    private static List<String> statics(Mapper<Long, Long, Long, Long> mapper) {
        Workflow workflow = Workflow.named("test");
        workflow.map(IN, OUT, mapper);
        return statics(workflow);
    }

    private static List<String> statics(Workflow workflow) {
        CodeSources sources = CodeBundle.sources(true);
        workflow.jobs().forEach(sources::write);
        return sources.statics().stream()
                .map(text -> text.replace(StaticFieldsTest.class.getName(), "T"))
                .toList();
    }

    /** Fields of all kinds, which a program may set before it submits the job. */
    private static List<String> staticsOfAll() {
        return statics((key, value, out) -> {
            if (value > threshold
                    && value < limit * factor
                    && exact
                    && !mode.equals(name)
                    && SETTINGS.containsKey("a")) {
                out.emit(key, names.size() + (long) WEIGHTS[1] + LEVEL.get() + CONSTANT + STOP_WORDS.size());
            }
        });
    }

    @Test
    void initialValuesAreTheSameOnTheNodes() {
        assertThat(staticsOfAll()).isEmpty();
    }

    @Test
    void fieldsThatTheProgramHasSetAreFound() {
        threshold = 100;
        limit = 8;
        factor = 1.5;
        exact = true;
        name = "x";
        mode = "slow";
        SETTINGS.put("a", "b");
        names.add("n");
        WEIGHTS[1] = 3;
        LEVEL.set(2);
        assertThat(staticsOfAll())
                .containsExactlyInAnyOrder(
                        "T.threshold (100 here, 0 on the nodes)",
                        "T.limit (8 here, 7 on the nodes)",
                        "T.factor (1.5 here, 0.5 on the nodes)",
                        "T.exact (true here, false on the nodes)",
                        "T.name (set here, null on the nodes)",
                        "T.mode (set here, another value on the nodes)",
                        "T.SETTINGS (has content here, none on the nodes)",
                        "T.names (has content here, none on the nodes)",
                        "T.WEIGHTS (has content here, none on the nodes)",
                        "T.LEVEL (has content here, none on the nodes)");
    }

    private static boolean isLarge(long value) {
        return value > threshold;
    }

    private static final class Other {
        private static int shared;

        private static long value() {
            return shared;
        }
    }

    private static final class Large implements Mapper<Long, Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void map(Long key, Long value, Emitter<Long, Long> out) {
            if (value > threshold) {
                out.emit(key, value);
            }
        }
    }

    private static void large(Long key, Long value, Emitter<Long, Long> out) {
        new Large().map(key, value, out);
    }

    @Test
    void fieldsAreFoundInWhatAFunctionCalls() {
        threshold = 100;
        Other.shared = 1;
        String found = "T.threshold (100 here, 0 on the nodes)";
        assertThat(statics((key, value, out) -> {
                    if (isLarge(value)) {
                        out.emit(key, value);
                    }
                }))
                .containsExactly(found);
        assertThat(statics(new Large())).containsExactly(found);
        assertThat(statics(StaticFieldsTest::large)).containsExactly(found);
        assertThat(statics((key, value, out) -> List.of(value).forEach(v -> out.emit(key, Math.max(v, threshold)))))
                .containsExactly(found);
        assertThat(statics((key, value, out) -> out.emit(key, Other.value())))
                .containsExactly("T$Other.shared (1 here, 0 on the nodes)");
        Workflow join = Workflow.named("join");
        join.join(IN, IN, OUT, JoinKind.INNER, (key, left, right, out) -> out.emit(key, left + threshold));
        assertThat(statics(join)).containsExactly(found);
        Workflow combined = Workflow.named("combined");
        combined.map(IN, OUT, (Long key, Long value, Emitter<Long, Long> out) -> out.emit(key, value))
                .combine((key, left, right) -> left + right + threshold);
        assertThat(statics(combined)).containsExactly(found);
    }

    @Test
    void fieldsThatFunctionsFillThemselvesAreTheirs() {
        CACHE.add(1L);
        calls = 9;
        lazy = Map.of();
        assertThat(statics((key, value, out) -> {
                    calls++;
                    CACHE.add(value);
                    if (lazy == null) {
                        lazy = new HashMap<>();
                    }
                    out.emit(calls, lazy.getOrDefault(key, 0L));
                }))
                .isEmpty();
    }

    @Test
    void aLocalVariableIsSent() {
        threshold = 100;
        long copy = threshold;
        assertThat(statics((key, value, out) -> out.emit(key, value + copy))).isEmpty();
    }

    enum Color {
        RED
    }

    record Key(Color color, long number) {}

    private static int place(Key key, int n) {
        return Math.floorMod(key.hashCode(), n);
    }

    private static boolean hashes(Partitioner<Key, Long> partitioner) {
        return StaticFields.hashes(partitioner);
    }

    @Test
    void callsOfHashCodeAreFound() {
        assertThat(hashes((key, value, n) -> Math.floorMod(key.hashCode(), n))).isTrue();
        assertThat(hashes((key, value, n) -> place(key, n))).isTrue();
        assertThat(hashes((key, value, n) -> Math.floorMod(Objects.hash(key.color(), key.number()), n)))
                .isTrue();
        assertThat(hashes((key, value, n) -> Math.floorMod(key.color().hashCode(), n)))
                .isTrue();
        assertThat(hashes((key, value, n) -> key.color().ordinal() % n)).isFalse();
        assertThat(hashes((key, value, n) -> Math.floorMod(key.color().name().hashCode(), n)))
                .isFalse();
        assertThat(hashes((key, value, n) -> Math.floorMod(Long.hashCode(key.number()), n)))
                .isFalse();
        Partitioner<byte[], Long> ofContent = (key, value, n) -> Math.floorMod(Arrays.hashCode(key), n);
        assertThat(StaticFields.hashes(ofContent)).isFalse();
        assertThat(StaticFields.hashes(Partitioners.roundRobin())).isFalse();
        assertThat(Codecs.hashByProcess(Codecs.record(Key.class))).isTrue();
        assertThat(Codecs.hashByProcess(Codecs.BYTE_ARRAY)).isTrue();
        assertThat(Codecs.hashByProcess(Codecs.STRING)).isFalse();
    }

    @Test
    void codeOfSssIsNotRead() {
        assertThat(statics(WordCount.workflow(WordCount.lines("in"), WordCount.counts("out"))))
                .isEmpty();
    }
}

package org.sss.benchmarks.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountedWorkTest {
    private static final SyntheticConf CONF = Preset.SHUFFLE.at(64, 64 << 10, 1);

    @Test
    void whatATaskReadsAndReducesIsSummedUpAndTakenOnce() throws Exception {
        MapWork map = new MapWork(CONF);
        Map<Long, ReduceWork> reduces = new HashMap<>();
        SyntheticValues values = new SyntheticValues(CONF.initialValueLength());
        for (long call = 0; call < CONF.initialKeyCount(); call++) {
            byte[] value = values.copy(SyntheticValues.check(call), 1, CONF.initialValueLength());
            map.input(value, 0, value.length);
            map.emit(
                    call,
                    (key, array, offset, length) ->
                            reduces.computeIfAbsent(key, start -> started()).add(array, offset, length));
        }
        Map<String, Long> counts = new HashMap<>(map.takeCounts());
        reduces.values().forEach(reduce -> {
            reduce.copyOutput();
            reduce.takeCounts().forEach((name, count) -> counts.merge(name, count, Long::sum));
        });
        assertThat(Answer.of(counts).toMap()).isEqualTo(Answer.expected(CONF).toMap());
        assertThat(map.takeCounts().values()).containsOnly(0L);
        assertThat(reduces.values())
                .allSatisfy(reduce -> assertThat(reduce.takeCounts().values()).containsOnly(0L));
    }

    @Test
    void whatACombinerFoldsIsCountedByTheReduceAlone() {
        ReduceWork combiner = started();
        byte[] value = new SyntheticValues(CONF.mapoutValueLength()).copy(1, 1, CONF.mapoutValueLength());
        combiner.add(value, 0, value.length);
        combiner.makeFolded();
        assertThat(combiner.takeCounts().values()).containsOnly(0L);
    }

    private static ReduceWork started() {
        ReduceWork work = new ReduceWork(CONF);
        work.start();
        return work;
    }
}

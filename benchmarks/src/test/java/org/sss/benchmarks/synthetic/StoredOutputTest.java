package org.sss.benchmarks.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredOutputTest {
    private static final SyntheticConf CONF =
            Preset.SHUFFLE.at(64, 64 << 10, 1).with(Map.of("reduceoutValueLength", "1001"));
    private static final SyntheticConf LOCAL = CONF.with(Map.of("partitionMethod", "local"));

    @ParameterizedTest
    @CsvSource({"1024,1001", "1024,16", "1024,15", "1024,1", "3,1", "3,40"})
    void whatReducesMakeIsTheAnswerWhenItIsReadBack(int mapoutLength, int reduceoutLength) throws Exception {
        SyntheticConf conf = CONF.with(Map.of(
                "mapoutValueLength",
                Integer.toString(mapoutLength),
                "reduceoutValueLength",
                Integer.toString(reduceoutLength)));
        assertThat(answer(conf, output(conf))).isEqualTo(Answer.expected(conf));
    }

    @Test
    void aPairThatWasLostIsMissed() throws Exception {
        Map<Long, byte[]> output = output(CONF);
        output.remove(5L);
        Answer answer = answer(CONF, output);
        assertThat(answer.outPairs()).isEqualTo(15);
        assertThat(answer.digest(CONF)).isNotEqualTo(Answer.expected(CONF).digest(CONF));
        assertThat(answer.digest(LOCAL)).isNotEqualTo(Answer.expected(LOCAL).digest(LOCAL));
    }

    @Test
    void valuesUnderEachOthersKeysAreFound() throws Exception {
        Map<Long, byte[]> output = output(CONF);
        byte[] third = output.put(3L, output.get(4L));
        output.put(4L, third);
        assertThat(answer(CONF, output).outBytes())
                .isEqualTo(Answer.expected(CONF).outBytes());
        assertThat(answer(CONF, output).digest(CONF))
                .isNotEqualTo(Answer.expected(CONF).digest(CONF));
    }

    @ParameterizedTest
    @CsvSource({"16", "17", "500", "993", "1000"})
    void aByteThatWasChangedIsFound(int at) throws Exception {
        Map<Long, byte[]> output = output(CONF);
        output.get(7L)[at]++;
        assertThatThrownBy(() -> answer(CONF, output)).hasMessageContaining("the stored value of key 7, of 1001 bytes");
    }

    @Test
    void aLaterRepetitionThatStoresLessIsFoundWithoutReadingIt() throws Exception {
        StoredOutput stored = new StoredOutput(CONF);
        Answer counted = Answer.expected(CONF).withOutput(0, 0, 0);
        Map<Long, byte[]> output = output(CONF);
        assertThat(stored.complete(counted, 99_000, into -> read(output, into))).isEqualTo(Answer.expected(CONF));
        StoredOutput.Reader never = into -> {
            throw new AssertionError("it is read once");
        };
        assertThat(stored.complete(counted, 99_000, never)).isEqualTo(Answer.expected(CONF));
        Answer less = stored.complete(counted, 98_000, never);
        assertThat(less.outBytes()).isEqualTo(Answer.expected(CONF).outBytes() - 1000);
        assertThat(less.digest(LOCAL)).isNotEqualTo(Answer.expected(LOCAL).digest(LOCAL));
    }

    private static Answer answer(SyntheticConf conf, Map<Long, byte[]> output) throws Exception {
        return new StoredOutput(conf)
                .complete(Answer.expected(conf).withOutput(0, 0, 0), 1, into -> read(output, into));
    }

    private static void read(Map<Long, byte[]> output, StoredOutput into) {
        output.forEach((key, value) -> into.add(key, value, 0, value.length));
    }

    /** As map and reduce make it. */
    private static Map<Long, byte[]> output(SyntheticConf conf) throws Exception {
        Map<Long, ReduceWork> reduces = new TreeMap<>();
        MapWork map = new MapWork(conf);
        for (long call = 0; call < conf.initialKeyCount(); call++) {
            map.emit(
                    call,
                    (key, array, offset, length) ->
                            reduces.computeIfAbsent(key, start -> started(conf)).add(array, offset, length));
        }
        Map<Long, byte[]> output = new TreeMap<>();
        reduces.forEach((key, reduce) -> output.put(key, reduce.copyOutput()));
        return output;
    }

    private static ReduceWork started(SyntheticConf conf) {
        ReduceWork work = new ReduceWork(conf);
        work.start();
        return work;
    }
}

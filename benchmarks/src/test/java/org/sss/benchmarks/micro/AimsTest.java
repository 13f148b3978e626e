package org.sss.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.measure.Sample;
import org.sss.benchmarks.measure.Usage;

class AimsTest {
    @ParameterizedTest
    @CsvSource({"WRITE,8,tokyo-c,4.0,>= 4: met", "WRITE,32,tokyo-c,3.9,>= 4: missed", "WRITE,256,tokyo-c,3.1,>= 3: met",
            "WRITE,2048,plain-file,0.7,>= 0.7: met", "WRITE,16384,plain-file,0.6,>= 0.7: missed", "READ,8,tokyo-c,15,>= 16: missed",
            "READ,256,tokyo-c,5,>= 5: met", "READ,16384,pump,0.61,>= 0.6: met", "READ,8,pump,0.1,''", "WRITE,2048,tokyo-c,1,''"})
    void ratiosAreComparedWithTheAimOfTheirSize(Mode mode, int valueBytes, String rival, double ratio, String verdict) {
        assertThat(Aims.verdict(row(mode, valueBytes, rival, 0), ratio, Aims.SSS_TCP)).isEqualTo(verdict);
    }

    @Test
    void pointReadsHaveAimsOfTheirOwn() {
        assertThat(Aims.verdict(row(Mode.GET, 8, "sss-tcp", 199_000), null, Aims.SSS_TCP)).isEqualTo("p99 <= 200 us: met");
        assertThat(Aims.verdict(row(Mode.GET, 8, "sss-tcp", 201_000), null, Aims.SSS_TCP)).isEqualTo("p99 <= 200 us: missed");
        assertThat(Aims.verdict(row(Mode.GETS, 8, "sss-tcp", 0), null, Aims.SSS_TCP)).isEqualTo(">= 300 k/s: missed");
        assertThat(Aims.verdict(row(Mode.GETS, 8, "sss-local", 0), null, Aims.SSS_TCP)).isEmpty();
    }

    @Test
    void whatMissesAnAimSaysHowMuchOfItWasReached() {
        assertThat(Aims.missed(row(Mode.WRITE, 2048, "plain-file", 0), 0.35, Aims.SSS_TCP)).hasValue(
                "AIM missed: write of values of 2KiB, sss-tcp: 0.35 times as fast as plain-file, aim at least 0.7 (0.50 of it)");
        assertThat(Aims.missed(row(Mode.GET, 8, "sss-tcp", 400_000), null, Aims.SSS_TCP)).hasValue(
                "AIM missed: get of values of 8, sss-tcp: aim p99 <= 200 us (0.50 of it)");
        assertThat(Aims.missed(row(Mode.WRITE, 2048, "plain-file", 0), 0.7, Aims.SSS_TCP)).isEmpty();
        assertThat(Aims.missed(row(Mode.READ, 8, "sss-tcp", 0), null, Aims.SSS_TCP)).isEmpty();
    }

    private static MicroRow row(Mode mode, int valueBytes, String system, long p99Nanos) {
        Sample sample = new Sample(1_000_000_000, 1000, 1000, new Latency(0, p99Nanos, 0), new Usage(1, 1), null, 0);
        return new MicroRow(mode, valueBytes, 1000, system, List.of(sample));
    }

    @Test
    void aimsAreThoseOfSssOverTcpAlone() {
        for (String tested : List.of("hadoop", "sss-local", "sss-tcp-lz4")) {
            assertThat(Aims.verdict(row(Mode.WRITE, 8, Aims.TOKYO_C, 0), 1.6, tested)).isEmpty();
            assertThat(Aims.missed(row(Mode.WRITE, 8, Aims.TOKYO_C, 0), 1.6, tested)).isEmpty();
        }
    }
}

package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.cli.terminal.UsageException;

class SkewLimitTest {
    private static final long MIB = 1 << 20;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8, 16})
    void theDefaultIsExceededAndAllNodesTogetherHaveRoom(int nodes) {
        for (String exponent : List.of("1.0", "2.5", "3.0")) {
            SkewLimit limit = SkewLimit.of(16 * MIB, List.of(exponent), nodes, OptionalLong.empty());
            assertThat(limit.fullestBytes().get(0)).isGreaterThan(limit.limitBytes());
            assertThat(limit.limitBytes() * nodes).isGreaterThan(16 * MIB);
        }
    }

    @Test
    void aLimitThatSomeExponentExceedsIsTaken() {
        List<String> exponents = List.of("0.5", "3.0");
        SkewLimit limit = SkewLimit.of(16 * MIB, exponents, 4, OptionalLong.of(10 * MIB));
        assertThat(limit.limitBytes()).isEqualTo(10 * MIB);
        assertThat(limit.fullestBytes().get(0)).isLessThan(10 * MIB);
    }

    @Test
    void aLimitThatIsNeverExceededIsRefusedWithTheSizeOfTheFullestNode() {
        OptionalLong given = OptionalLong.of(15 * MIB);
        assertThatThrownBy(() -> SkewLimit.of(16 * MIB, List.of("2.5"), 4, given))
                .isInstanceOf(UsageException.class)
                .hasMessageMatching("--limit 15.0 MiB is never exceeded: the fullest node gets 1[0-4].*");
    }
}

package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

final class OutDirectoryTest {
    private final List<String> measured = new ArrayList<>();
    private final List<String> reports = new ArrayList<>();

    @Test
    void reportsAllOfARun() throws Exception {
        OutDirectory.reportAlsoFailure(() -> measured.addAll(List.of("a", "b")), () -> measured, this::report);

        assertThat(reports).containsExactly("[a, b], null");
    }

    @Test
    void reportsWhatWasMeasuredBeforeAFailure() {
        SssException full = new SssException(ErrorCode.STORAGE, "no room");

        assertThatThrownBy(() -> OutDirectory.reportAlsoFailure(() -> {
            measured.add("a");
            throw full;
        }, () -> measured, this::report)).isSameAs(full);

        assertThat(reports).containsExactly("[a], no room");
    }

    @Test
    void makesNoReportOfNothing() {
        assertThatThrownBy(() -> OutDirectory.reportAlsoFailure(() -> {
            throw new IllegalStateException("at once");
        }, () -> measured, this::report)).hasMessage("at once");

        assertThat(reports).isEmpty();
    }

    @Test
    void addsAFailureToTheHead() {
        assertThat(OutDirectory.with(Map.of("seed", 1), "no room")).isEqualTo(Map.of("seed", 1, "failure", "no room"));
        assertThat(OutDirectory.with(Map.of("seed", 1), null)).isEqualTo(Map.of("seed", 1));
    }

    private void report(List<String> rows, String failure) {
        reports.add(rows + ", " + failure);
    }
}

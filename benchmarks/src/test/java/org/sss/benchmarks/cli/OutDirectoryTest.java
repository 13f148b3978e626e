package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

final class OutDirectoryTest {
    private final Map<String, Object> head = new LinkedHashMap<>();
    private final List<List<String>> reports = new ArrayList<>();

    @Test
    void reportsAllOfARun() throws Exception {
        OutDirectory.reportAlsoFailure(() -> List.of("a", "b"), List::of, head, reports::add);

        assertThat(reports).containsExactly(List.of("a", "b"));
        assertThat(head).isEmpty();
    }

    @Test
    void reportsWhatWasMeasuredBeforeAFailure() {
        SssException full = new SssException(ErrorCode.STORAGE, "no room");

        assertThatThrownBy(() -> OutDirectory.<String>reportAlsoFailure(() -> {
            throw full;
        }, () -> List.of("a"), head, reports::add)).isSameAs(full);

        assertThat(reports).containsExactly(List.of("a"));
        assertThat(head).containsEntry("failure", "no room");
    }

    @Test
    void makesNoReportOfNothing() {
        assertThatThrownBy(() -> OutDirectory.<String>reportAlsoFailure(() -> {
            throw new IllegalStateException("at once");
        }, List::of, head, reports::add)).hasMessage("at once");

        assertThat(reports).isEmpty();
    }
}

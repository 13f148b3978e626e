package org.sss.dataserver.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sss.dataserver.TestNode.attempt;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.net.control.DataVerbs.Sample;
import org.sss.net.control.GroupKey;
import org.sss.net.rpc.Json;

class KeySampleIT {
    @TempDir
    private Path directory;

    @Test
    void moreLongKeysThanFitIntoAnAnswerAreTakenHalfAsOften() {
        Tuples tuples = new Tuples();
        for (int i = 0; i < 500; i++) {
            tuples.add(Tuples.bytes("x".repeat(60_000) + (1_000 + i)), new byte[8]);
        }
        try (TestNode node = TestNode.open(directory)) {
            node.put(7, attempt(0), 3, tuples);
            node.server().commit(GroupKey.of(7), List.of(attempt(0)));
            var sampled = node.server().sample(new Sample(7, 1, 1, null));
            assertThat(Json.write(sampled).length).isLessThan(12 << 20);
            List<Integer> positions = sampled.keys().stream()
                    .map(key -> Integer.parseInt(new String(key, 60_000, 4, StandardCharsets.UTF_8)) - 1_000)
                    .sorted()
                    .toList();
            assertThat(positions.size()).isBetween(500 / 8, 500 / 3);
            assertThat(positions.get(positions.size() / 2)).isBetween(220, 280);
        }
    }
}

package org.sss.server.shuffle.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;

class ExpectedSizesTest {
    private static final MetaBlock OWN_0 = new MetaBlock(0, 3, 1, 0, 2, 200, 20);
    private static final MetaBlock OWN_2 = new MetaBlock(0, 3, 1, 2, 3, 300, 30);
    private static final MetaBlock OF_OTHER = new MetaBlock(0, 3, 1, 1, 5, 500, 50);
    private static final AttemptId ATTEMPT = new AttemptId("wf-1/count", 3, 1);

    private final Map<AttemptId, Stored> stored = new HashMap<>();
    private final ExpectedSizes announced = announced();

    private ExpectedSizes announced() {
        return new ExpectedSizes(
                MetaBed.spec(2),
                0,
                (group, attempt) -> group.id() == 8 ? stored.getOrDefault(attempt, Stored.NONE) : null);
    }

    @Test
    void whatWasAnnouncedForThisNodeMustBeStored() {
        announced.add(1, List.of(OWN_0, OF_OTHER, OWN_2));
        assertThat(announced.bytes()).isEqualTo(500);
        stored.put(ATTEMPT, new Stored(50, 1, 500, 5, 1));
        announced.check();
        assertThat(announced.bytes()).isZero();
        announced.check();
    }

    @Test
    void wrongNumbersNameBothNodes() {
        for (Stored wrong : List.of(
                new Stored(49, 1, 500, 5, 1),
                new Stored(50, 1, 501, 5, 1),
                new Stored(50, 1, 500, 4, 1),
                Stored.NONE)) {
            stored.put(ATTEMPT, wrong);
            ExpectedSizes other = announced();
            other.add(1, List.of(OWN_0, OWN_2));
            assertThatThrownBy(other::check).isInstanceOfSatisfying(SssException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
                assertThat(e)
                        .hasMessageContaining("node 0 has stored " + wrong.blocks() + " blocks with "
                                + wrong.storedBytes() + " bytes")
                        .hasMessageContaining(ATTEMPT.toString())
                        .hasMessageContaining("node 1 had announced 5 blocks with 500 bytes and 50 tuples");
            });
        }
    }

    @Test
    void sumsOfAllTasksAreNotCompared() {
        announced.add(1, List.of(OWN_0.ofAll()));
        announced.check();
    }
}

package org.sss.kvs.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class BdbPageTableTest {
    private static final int ALIGNMENT_POWER = 8;
    private static final long END = 1L << 32 + ALIGNMENT_POWER;

    @Test
    void aPageAfterTheLastOffsetOfALinkIsRefused() throws IOException {
        BdbPageTable table = new BdbPageTable(1, ALIGNMENT_POWER);
        table.add(1, BdbPageTable.leafName(1), END - (1 << ALIGNMENT_POWER));
        assertThat(table.add(2, BdbPageTable.leafName(2), 1 << ALIGNMENT_POWER))
                .isBetween(END - (1 << ALIGNMENT_POWER), END);
        assertThatThrownBy(() -> table.add(3, BdbPageTable.leafName(3), END))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("1099511627776 bytes");
    }
}

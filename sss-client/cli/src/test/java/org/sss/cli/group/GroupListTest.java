package org.sss.cli.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GroupListTest {
    @Test
    void missingCopiesAreShown() {
        assertThat(GroupList.copies(2, 2)).isEqualTo("2");
        assertThat(GroupList.copies(1, 2)).isEqualTo("1 of 2");
    }
}

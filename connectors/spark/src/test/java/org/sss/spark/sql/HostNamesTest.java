package org.sss.spark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostNamesTest {
    @Test
    void hostsAreKnownByTheirNames() {
        assertThat(HostNames.named("node-1.invalid")).contains("node-1.invalid");
        assertThat(HostNames.named("127.0.0.1")).isEmpty();
        assertThat(HostNames.named("localhost")).isEmpty();
    }
}

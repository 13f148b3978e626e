package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnprovedPeersTest {
    private final UnprovedPeers<String> peers = new UnprovedPeers<>(3);

    @Test
    void newConnectionReplacesTheOldest() {
        for (String connection : new String[] {"1", "2", "3"}) {
            assertThat(peers.add(connection, "a")).isEmpty();
        }
        assertThat(peers.add("4", "a")).contains("1");
        assertThat(peers.add("5", "a")).contains("2");
        assertThat(peers.size()).isEqualTo(3);
    }

    @Test
    void addressWithMostConnectionsLosesOne() {
        peers.add("slow", "b");
        peers.add("1", "a");
        peers.add("2", "a");
        assertThat(peers.add("3", "a")).contains("1");
        assertThat(peers.add("4", "c")).contains("2");
    }

    @Test
    void provedConnectionMakesRoom() {
        for (String connection : new String[] {"1", "2", "3"}) {
            peers.add(connection, "a");
        }
        peers.remove("1");
        peers.remove("1");
        assertThat(peers.add("4", "a")).isEmpty();
        assertThat(peers.add("5", "a")).contains("2");
    }
}

package org.sss.net.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class PeerLimitTest {
    private final PeerLimit limit = new PeerLimit("streams open", 16);

    private static Peer connectionFrom(String host) {
        return Peer.at(new InetSocketAddress(host, 4711));
    }

    private void isRefused(Peer peer, String... words) {
        assertThatThrownBy(() -> limit.take(peer, 1))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
                .hasMessageContainingAll(words)
                .hasMessageContaining("try again later");
    }

    @Test
    void oneConnectionGetsHalfAndOthersTheRest() {
        Peer greedy = connectionFrom("127.0.0.1");
        Peer other = connectionFrom("127.0.0.1");
        limit.take(greedy, 8);
        isRefused(greedy, "8 streams open for this connection", "8 of 16 are the limit of one connection");
        limit.take(other, 8);
        isRefused(connectionFrom("127.0.0.1"), "16 streams open", "16 are the limit");
    }

    @Test
    void connectionsFromOneAddressLeaveAShareToOthers() {
        limit.take(connectionFrom("10.0.0.1"), 8);
        limit.take(connectionFrom("10.0.0.1"), 6);
        isRefused(
                connectionFrom("10.0.0.1"),
                "14 streams open for connections from 10.0.0.1",
                "14 of 16 are the limit of one address");
        limit.take(connectionFrom("10.0.0.2"), 2);
    }

    @Test
    void allAddressesOfAnIpv6NetworkOfOneMachineCountAsOne() {
        limit.take(connectionFrom("2001:db8:1:2::1"), 8);
        limit.take(connectionFrom("2001:db8:1:2:ffff:ffff:ffff:ffff"), 6);
        isRefused(
                connectionFrom("2001:db8:1:2:3:4:5:6"),
                "from 2001:db8:1:2:0:0:0:0/64",
                "14 of 16 are the limit of one address");
        limit.take(connectionFrom("2001:db8:1:3::1"), 2);
        assertThat(connectionFrom("2001:db8:1:2:3:4:5:6")).hasToString("a connection from 2001:db8:1:2:3:4:5:6");
    }

    @Test
    void freedAmountIsAvailableToAllPeers() {
        Peer first = connectionFrom("10.0.0.1");
        for (int round = 0; round < 3; round++) {
            limit.take(first, 8);
            isRefused(first, "8 streams open");
            limit.free(first, 8);
        }
        limit.take(connectionFrom("10.0.0.1"), 8);
        assertThat(limit.used()).isEqualTo(8);
    }

    @Test
    void rejectedAmountIsNotCounted() {
        Peer peer = connectionFrom("10.0.0.1");
        limit.take(peer, 5);
        assertThatThrownBy(() -> limit.take(peer, 4)).isInstanceOf(SssException.class);
        assertThatThrownBy(() -> limit.take(connectionFrom("10.0.0.1"), 17)).isInstanceOf(SssException.class);
        assertThat(limit.used()).isEqualTo(5);
        limit.take(peer, 3);
    }

    @Test
    void thisProcessMayTakeTheWholeLimit() {
        limit.take(Peer.THIS_PROCESS, 16);
        isRefused(Peer.THIS_PROCESS, "16 are the limit");
    }

    private static Peer connectionOf(Principal principal) {
        Peer peer = Peer.unauthenticated(new InetSocketAddress("127.0.0.1", 4711));
        assertThat(peer.authenticated(principal)).isTrue();
        return peer;
    }

    private static Principal token(String name, int share) {
        return new Principal("token " + name, Role.WRITE, List.of(), share);
    }

    @Test
    void connectionsOfOneTokenShareItsPercentage() {
        Principal token = token("3f2a9c", 25);
        limit.take(connectionOf(token), 3);
        limit.take(connectionOf(token("3f2a9c", 25)), 1);
        isRefused(
                connectionOf(token),
                "4 streams open for token 3f2a9c",
                "4 of 16 are its share of 25 %",
                "'sss security token --share'");
        limit.take(connectionOf(token("0b7e11", 25)), 4);
        assertThat(limit.used()).isEqualTo(8);
    }

    @Test
    void shareOfATokenIsFreedByTheConnectionThatUsedIt() {
        Principal token = token("3f2a9c", 25);
        Peer first = connectionOf(token);
        Peer second = connectionOf(token);
        limit.take(first, 2);
        limit.take(second, 2);
        limit.free(first, 2);
        limit.take(second, 2);
        isRefused(first, "4 of 16 are its share");
        limit.free(second, 4);
        assertThat(limit.used()).isZero();
        assertThat(limit.shares())
                .as("connections and principals without a share are forgotten")
                .isZero();
    }

    @Test
    void refusedAmountOfATokenIsNotCounted() {
        Peer peer = connectionOf(token("3f2a9c", 25));
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> limit.take(peer, 5)).isInstanceOf(SssException.class);
        }
        assertThat(limit.used()).isZero();
        assertThat(limit.shares()).isZero();
        limit.take(peer, 4);
    }

    @Test
    void smallestShareIsOne() {
        Peer peer = connectionOf(token("3f2a9c", 1));
        limit.take(peer, 1);
        isRefused(peer, "1 of 16 are its share of 1 %");
    }

    @Test
    void peerIsAuthenticatedOnce() {
        Principal token = token("3f2a9c", 25);
        Peer peer = connectionOf(token);
        assertThat(peer.authenticated(Principal.node("n"))).isFalse();
        assertThat(peer.principal()).isEqualTo(token);
    }
}

package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.Numbered;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Connections;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.local.LocalTransport;

class GroupNamesTest {
    private static final NodeAddress ZERO = new NodeAddress("zero", 1);
    private static final GroupKey GROUP = new GroupKey(7, "0123456789abcdef0123456789abcdef");
    private static final Principal SALES = new Principal("token 1", Role.READ, List.of("sales."), 75);

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();
    private volatile String name = "sales.x";

    @Test
    void aRenameCountsWithinSeconds() {
        ExecutorService executor = Executors.newCachedThreadPool();
        try (LocalTransport transport = new LocalTransport();
                Connections connections = new Connections(transport, Duration.ofSeconds(10))) {
            transport.listen(ZERO, new RpcService(executor).on(ServerVerbs.GROUP_NAME, Numbered.class, numbered -> {
                        asked.incrementAndGet();
                        if (!numbered.group().equals(GROUP)) {
                            throw new SssException(ErrorCode.NOT_FOUND, "no such group");
                        }
                        return new Name(name);
                    }));
            GroupNames names = new GroupNames(() -> connections.to(ZERO), nanos::get);
            names.check(Principal.ANYONE, GROUP);
            assertThat(asked).as("requests for a reader of all groups").hasValue(0);
            names.check(SALES, GROUP);
            name = "hr.x";
            names.check(SALES, GROUP);
            assertThat(asked).hasValue(1);
            nanos.set(GroupNames.FRESH_NANOS);
            assertThatThrownBy(() -> names.check(SALES, GROUP))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN))
                    .hasMessageContaining("group 7 is not among the groups of token 1 (sales.*)")
                    .hasMessageNotContaining("hr.x")
                    .hasMessageNotContaining(GROUP.identity());
            assertThatThrownBy(() -> names.check(SALES, new GroupKey(8, GROUP.identity())))
                    .hasMessageContaining("no such group");
        } finally {
            executor.shutdownNow();
        }
    }
}

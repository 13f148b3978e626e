package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.TokenFile;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Copy;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.Rename;
import org.sss.net.data.GetRequest;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;

/** What a token that is restricted to some groups, or is no longer valid, opens at a node. */
class RestrictedTokensIT {
    private static final List<String> LINES = List.of("a", "b");

    @TempDir
    private static Path directory;

    private static SecuredNode node;
    private static TestClient admin;
    private TokenFile token;
    private TestClient client;

    @BeforeAll
    static void start() throws IOException {
        node = new SecuredNode(directory);
        admin = node.client(node.admin());
        for (String name : List.of("hr.may", "sales.june", "sales.may", "salesx1")) {
            admin.writeLines(name, LINES);
        }
    }

    @AfterAll
    static void stop() {
        admin.close();
        node.close();
    }

    @BeforeEach
    void connect() {
        token = node.token(Role.WRITE, "sales.");
        client = node.client(token);
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void listShowsOnlyItsGroups() {
        assertThat(client.groups()).extracting(GroupInfo::name).containsExactly("sales.june", "sales.may");
        assertThat(admin.groups()).hasSize(4);
    }

    @Test
    void usesItsGroups() {
        assertThat(client.writeLines("sales.new", LINES).tuples()).isEqualTo(2);
        client.call(ServerVerbs.GROUP_COPY, new Copy("sales.new", "sales.copy", false), GroupInfo.class);
        assertThat(client.countTuples("sales.copy")).isEqualTo(2);
        client.call(ServerVerbs.GROUP_RENAME, new Rename("sales.copy", "sales.other", false), Nothing.class);
        client.call(ServerVerbs.GROUP_DROP, new Name("sales.other"), Nothing.class);
        client.call(ServerVerbs.GROUP_DROP, new Name("sales.new"), Nothing.class);
    }

    @Test
    void groupsOfOthersAreForbidden() {
        isForbidden("hr.may", () -> client.call(ServerVerbs.GROUP_GET, new Name("hr.may"), GroupInfo.class));
        isForbidden("hr.may", () -> client.call(ServerVerbs.GROUP_DROP, new Name("hr.may"), Nothing.class));
        isForbidden(
                "hr.may",
                () -> client.call(ServerVerbs.GROUP_RENAME, new Rename("hr.may", "sales.taken", true), Nothing.class));
        isForbidden(
                "hr.may",
                () -> client.call(ServerVerbs.GROUP_RENAME, new Rename("sales.may", "hr.may", true), Nothing.class));
        isForbidden(
                "hr.may",
                () -> client.call(ServerVerbs.GROUP_COPY, new Copy("hr.may", "sales.taken", true), GroupInfo.class));
        isForbidden(
                "hr.may",
                () -> client.call(ServerVerbs.GROUP_COPY, new Copy("sales.may", "hr.may", true), GroupInfo.class));
        isForbidden("hr.new", () -> client.writeLines("hr.new", LINES));
        isForbidden("absent", () -> client.call(ServerVerbs.GROUP_GET, new Name("absent"), GroupInfo.class));
        assertThat(admin.countTuples("hr.may")).isEqualTo(2);
        assertThat(admin.groups()).hasSize(4);
    }

    private static void isForbidden(String group, ThrowingCallable call) {
        assertThat(error(ErrorCode.FORBIDDEN, call))
                .hasMessageContaining("group '" + group + "' is not among the groups of")
                .hasMessageContaining("sales.*");
    }

    @Test
    void errorsDoNotNameGroupsOfOthers() {
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> client.call(ServerVerbs.GROUP_GET, new Name("sales.x1"), GroupInfo.class),
                () -> client.call(ServerVerbs.GROUP_DROP, new Name("sales.x1"), Nothing.class),
                () -> client.call(ServerVerbs.GROUP_RENAME, new Rename("sales.x1", "sales.x2", true), Nothing.class),
                () -> client.call(ServerVerbs.GROUP_COPY, new Copy("sales.x1", "sales.x2", true), GroupInfo.class))) {
            assertThat(error(ErrorCode.NOT_FOUND, call))
                    .hasMessageContaining("there is no group 'sales.x1'")
                    .hasMessageNotContaining("salesx1");
        }
        assertThat(error(
                        ErrorCode.NOT_FOUND,
                        () -> admin.call(ServerVerbs.GROUP_GET, new Name("sales.x1"), GroupInfo.class)))
                .hasMessageContaining("did you mean 'salesx1'?");
    }

    @Test
    void dataOfAGroupNeedsItsIdentity() {
        GroupInfo group = admin.call(ServerVerbs.GROUP_GET, new Name("hr.may"), GroupInfo.class);
        try (Connection data = node.transport(node.admin()).connect(node.data(), TestClient.WAIT)) {
            assertThat(read(data, DataVerbs.SCAN, scan(group.key())))
                    .as("with the identity")
                    .isNull();
            assertThat(read(
                            data,
                            DataVerbs.PUT,
                            Json.write(new DataVerbs.Put(group.key(), new AttemptId("import", 1, 0), false))))
                    .as("put into a committed group")
                    .hasMessageContaining("group " + group.id() + " cannot be written");
            for (String identity : List.of(
                    GroupKey.NO_IDENTITY,
                    "f".repeat(32),
                    group.identity().substring(0, 31) + (group.identity().endsWith("0") ? "1" : "0"))) {
                GroupKey wrong = new GroupKey(group.id(), identity);
                hidesIdentity(group, read(data, DataVerbs.SCAN, scan(wrong)));
                hidesIdentity(group, read(data, DataVerbs.GET, get(wrong)));
                hidesIdentity(
                        group,
                        error(
                                ErrorCode.CORRUPT,
                                () -> Rpc.call(
                                        data,
                                        DataVerbs.STAT,
                                        new DataVerbs.Stat(wrong.id(), identity),
                                        DataVerbs.GroupStat.class,
                                        TestClient.WAIT)));
                hidesIdentity(
                        group,
                        error(
                                ErrorCode.CORRUPT,
                                () -> Rpc.call(
                                        data,
                                        DataVerbs.SAMPLE,
                                        new DataVerbs.Sample(wrong.id(), 1, 1, identity),
                                        DataVerbs.Sampled.class,
                                        TestClient.WAIT)));
            }
        }
        assertThat(admin.countTuples("hr.may")).isEqualTo(2);
    }

    /**
     * Number and identity of a group, which a token has learned, are of no use once the group has a name that is not
     * the token's.
     */
    @Test
    void aRenamedGroupIsReadByItsNewNameOnly() {
        GroupKey group = client.writeLines("sales.renamed", LINES).key();
        admin.call(ServerVerbs.GROUP_RENAME, new Rename("sales.renamed", "hr.renamed", false), Nothing.class);
        try (Connection data = node.transport(token).connect(node.data(), TestClient.WAIT)) {
            for (SssException error : Arrays.asList(
                    read(data, DataVerbs.SCAN, scan(group)),
                    read(data, DataVerbs.GET, get(group)),
                    error(
                            ErrorCode.FORBIDDEN,
                            () -> Rpc.call(
                                    data,
                                    DataVerbs.STAT,
                                    new DataVerbs.Stat(group.id(), group.identity()),
                                    DataVerbs.GroupStat.class,
                                    TestClient.WAIT)),
                    error(
                            ErrorCode.FORBIDDEN,
                            () -> Rpc.call(
                                    data,
                                    DataVerbs.SAMPLE,
                                    new DataVerbs.Sample(group.id(), 1, 1, group.identity()),
                                    DataVerbs.Sampled.class,
                                    TestClient.WAIT)))) {
                assertThat(error).isNotNull();
                assertThat(error.code()).as(error.getMessage()).isEqualTo(ErrorCode.FORBIDDEN);
                assertThat(error)
                        .hasMessageContaining("group " + group.id() + " is not among the groups of")
                        .hasMessageNotContaining("hr.");
            }
        }
        assertThat(admin.countTuples("hr.renamed")).isEqualTo(2);
        admin.call(ServerVerbs.GROUP_DROP, new Name("hr.renamed"), Nothing.class);
    }

    @Test
    void whoWritesAGroupCannotPoseAsAWorkflow() {
        for (String creator : List.of("wf-7/map", "x".repeat(201))) {
            NewGroup wanted = new NewGroup("sales.posed", "long", "string", true, false, creator, Compression.NONE);
            try (Connection server = node.transport(token).connect(node.server(), TestClient.WAIT)) {
                SssException error = read(server, ServerVerbs.GROUP_WRITE, Json.write(wanted));
                assertThat(error).isNotNull();
                assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
                assertThat(error).hasMessageContaining("createdBy of group 'sales.posed'");
            }
        }
    }

    private static byte[] scan(GroupKey group) {
        return Json.write(new DataVerbs.Scan(
                group.id(),
                0,
                new DataVerbs.Range(null, null),
                new DataVerbs.ScanForm(false, null, null, null),
                group.identity(),
                null,
                null));
    }

    private static byte[] get(GroupKey group) {
        GetRequest request = new GetRequest(group, 1 << 10);
        request.add(0, new byte[8]);
        return request.encode();
    }

    private static void hidesIdentity(GroupInfo group, SssException error) {
        assertThat(error).isNotNull();
        assertThat(error.code()).as(error.getMessage()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(error.getMessage() + error.remoteTrace())
                .doesNotContain(group.identity())
                .doesNotContain(group.identity().substring(16));
    }

    private static SssException read(Connection data, Verb verb, byte[] request) {
        try (DataQueue stream = DataQueue.ask(data, verb, Message.of(request))) {
            for (ByteBuf frame = stream.take(TestClient.WAIT); frame != null; frame = stream.take(TestClient.WAIT)) {
                frame.release();
            }
            return null;
        } catch (SssException e) {
            return e;
        }
    }

    @Test
    void expiredTokenIsRejected() {
        TokenFile expired = node.token(Role.ADMIN, Principal.DEFAULT_SHARE, System.currentTimeMillis() - 1);
        try (TestClient late = node.client(expired)) {
            assertThat(error(ErrorCode.UNAUTHENTICATED, late::groups))
                    .hasMessageContaining("token " + SecuredNode.id(expired) + " has expired");
        }
    }

    @Test
    void tokenThatExpiresIsDisconnected() {
        TokenFile expiring = node.token(Role.ADMIN, Principal.DEFAULT_SHARE, System.currentTimeMillis() + 3_000);
        Connection connection = node.transport(expiring).connect(node.data(), TestClient.WAIT);
        await().atMost(TestClient.WAIT).until(() -> !connection.isOpen());
        error(ErrorCode.UNAUTHENTICATED, () -> node.transport(expiring).connect(node.data(), TestClient.WAIT));
    }

    @Test
    void revokedTokenIsDisconnectedFromBothPorts() {
        Connection server = node.transport(token).connect(node.server(), TestClient.WAIT);
        Connection data = node.transport(token).connect(node.data(), TestClient.WAIT);
        node.revoke(token);
        await().atMost(TestClient.WAIT).until(() -> !server.isOpen() && !data.isOpen());
        assertThat(error(
                        ErrorCode.UNAUTHENTICATED, () -> node.transport(token).connect(node.server(), TestClient.WAIT)))
                .hasMessageContaining("it was revoked");
        assertThat(admin.groups()).as("other tokens are not affected").isNotEmpty();
    }

    private static SssException error(ErrorCode code, ThrowingCallable call) {
        SssException error = catchThrowableOfType(SssException.class, call);
        assertThat(error).as("an error " + code).isNotNull();
        assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
        return error;
    }
}

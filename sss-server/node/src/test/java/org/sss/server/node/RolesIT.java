package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.TokenFile;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Blob;
import org.sss.net.control.ServerVerbs.BlobIds;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.peer.Role;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.server.coordinator.blob.BlobId;

/**
 * Each verb of a node, requested with a token of each role, with and without a restriction to groups, and without a
 * token.
 */
class RolesIT {
    private static final Set<ErrorCode> REJECTIONS = EnumSet.of(ErrorCode.UNAUTHENTICATED, ErrorCode.FORBIDDEN);
    private static final byte[] EMPTY = Json.write(new Nothing());

    @TempDir
    private static Path directory;

    private static SecuredNode node;
    private static TestClient admin;
    private static GroupInfo kept;

    /** @param role null without a token */
    private record Caller(String name, Role role, boolean restricted, TokenFile token) {
        boolean may(Verb verb) {
            return role != null && role.includes(verb.role()) && (verb.ofGroups() || !restricted);
        }
    }

    private record Case(Verb verb, NodeAddress address, Caller caller) {
        @Override
        public String toString() {
            return verb + " " + caller.name();
        }
    }

    @BeforeAll
    static void start() throws IOException {
        node = new SecuredNode(directory);
        admin = node.client(node.admin());
        kept = admin.writeLines("kept", List.of("a", "b", "c"));
    }

    @AfterAll
    static void stop() {
        admin.close();
        node.close();
    }

    @TestFactory
    Stream<DynamicNode> verbsNeedTheirRole() {
        List<Case> cases = cases();
        List<Case> rejected =
                cases.stream().filter(each -> !each.caller().may(each.verb())).toList();
        List<Case> permitted =
                cases.stream().filter(each -> each.caller().may(each.verb())).toList();
        assertThat(cases.size()).as("verbs times callers").isGreaterThanOrEqualTo(370);
        State before = State.now();
        return Stream.of(
                dynamicContainer(
                        rejected.size() + " of " + cases.size() + " cases are rejected",
                        rejected.stream().map(RolesIT::isRejected)),
                dynamicTest(
                        "rejected requests have no effect",
                        () -> assertThat(State.now()).isEqualTo(before)),
                dynamicContainer(
                        permitted.size() + " of " + cases.size() + " cases are permitted",
                        permitted.stream().map(RolesIT::isPermitted)));
    }

    private static List<Case> cases() {
        List<Caller> callers = callers();
        List<Case> cases = new ArrayList<>();
        for (Caller caller : callers) {
            verbs(ServerVerbs.class).forEach(verb -> cases.add(new Case(verb, node.server(), caller)));
            verbs(DataVerbs.class).forEach(verb -> cases.add(new Case(verb, node.data(), caller)));
        }
        return cases;
    }

    private static List<Caller> callers() {
        List<Caller> callers = new ArrayList<>();
        callers.add(new Caller("without a token", null, false, TokenFile.NONE));
        for (Role role : EnumSet.range(Role.READ, Role.ADMIN)) {
            callers.add(new Caller("as " + role, role, false, node.token(role)));
            callers.add(new Caller("as " + role + " of some groups", role, true, node.token(role, "sales.")));
        }
        callers.add(new Caller("as node", Role.NODE, false, node.ofNodes()));
        return callers;
    }

    private static List<Verb> verbs(Class<?> type) {
        List<Verb> verbs = new ArrayList<>();
        try {
            for (Field field : type.getFields()) {
                if (field.getType() == Verb.class) {
                    verbs.add((Verb) field.get(null));
                }
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        return verbs;
    }

    private static DynamicTest isRejected(Case each) {
        return dynamicTest(each.toString(), () -> {
            SssException error = error(each, harmful(each.verb()));
            assertThat(error).isNotNull();
            assertThat(error.code())
                    .as("%s", error.getMessage())
                    .isEqualTo(each.caller().role() == null ? ErrorCode.UNAUTHENTICATED : ErrorCode.FORBIDDEN);
        });
    }

    /** The request is empty, so that it may fail, but not because of the role. */
    private static DynamicTest isPermitted(Case each) {
        return dynamicTest(each.toString(), () -> {
            SssException error = error(each, EMPTY);
            if (error != null) {
                assertThat(REJECTIONS).as("%s", error.getMessage()).doesNotContain(error.code());
                assertThat(error.getMessage()).doesNotContain("is unknown here");
            }
        });
    }

    /** What the verb would change something with. */
    private static byte[] harmful(Verb verb) {
        Map<Verb, Object> requests = Map.of(
                ServerVerbs.GROUP_DROP, new Name("kept"),
                ServerVerbs.GROUP_RENAME, new ServerVerbs.Rename("kept", "renamed", true),
                ServerVerbs.GROUP_COPY, new ServerVerbs.Copy("kept", "copied", true),
                ServerVerbs.GROUP_WRITE, new NewGroup("kept", "long", "string", true, true, "import", Compression.NONE),
                ServerVerbs.GROUP_PURGE, new ServerVerbs.Purge(List.of(kept.key())),
                ServerVerbs.BLOB_PUT, new Blob(BlobId.of(new byte[1])),
                ServerVerbs.WORKFLOW_SUBMIT, new WorkflowSpec("w", List.of(), List.of()),
                DataVerbs.PUT, new DataVerbs.Put(kept.key(), new AttemptId("import", 1, 0), false),
                DataVerbs.COMMIT,
                        new DataVerbs.Commit(kept.id(), List.of(new AttemptId("import", 1, 0)), kept.identity(), null),
                DataVerbs.DROP, new DataVerbs.Drop(List.of(kept.key())));
        return Json.write(requests.getOrDefault(verb, new Nothing()));
    }

    /** Sends {@code request} as header and as data, since some verbs read one and some the other. */
    private static SssException error(Case each, byte[] request) {
        try (Connection connection = node.transport(each.caller().token()).connect(each.address(), TestClient.WAIT);
                DataQueue stream = DataQueue.open(connection, each.verb(), Message.of(request))) {
            stream.stream().send(Unpooled.wrappedBuffer(request));
            stream.stream().end(new byte[0]);
            for (ByteBuf frame = stream.take(TestClient.WAIT); frame != null; frame = stream.take(TestClient.WAIT)) {
                frame.release();
            }
            return null;
        } catch (SssException e) {
            return e;
        }
    }

    /** What the requests could change. */
    private record State(
            List<GroupInfo> groups, long tuples, List<?> workflows, List<String> missingBlobs, List<?> stored) {
        static State now() {
            String blob = BlobId.of(new byte[1]);
            try (Connection data = node.transport(node.ofNodes()).connect(node.data(), TestClient.WAIT)) {
                return new State(
                        admin.groups(),
                        admin.countTuples("kept"),
                        admin.call(
                                        ServerVerbs.WORKFLOW_LIST,
                                        new ServerVerbs.WorkflowsBelow(null),
                                        ServerVerbs.Workflows.class)
                                .workflows(),
                        admin.call(ServerVerbs.BLOB_HAS, new BlobIds(List.of(blob)), BlobIds.class)
                                .ids(),
                        Rpc.call(data, DataVerbs.LIST, new Nothing(), DataVerbs.StoredGroups.class, TestClient.WAIT)
                                .groups());
            }
        }
    }
}

package org.sss.server.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.ServerVerbs;
import org.sss.net.peer.Peer;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.transport.Message;

class AuditLogTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05.006Z"), ZoneOffset.UTC);

    @TempDir
    private Path directory;

    private AuditLog log(Path file) {
        return new AuditLog(new AuditFile(file, 1 << 20), Runnable::run, CLOCK);
    }

    private static Peer peer(Role role) {
        Peer peer = Peer.unauthenticated(null);
        peer.authenticated(
                role == Role.NODE
                        ? Principal.node("node-1")
                        : new Principal("token 0c8c107d (ci)", role, List.of(), 75));
        return peer;
    }

    @Test
    void whoDidWhatWithWhichResultIsALineEach() throws IOException {
        Path file = directory.resolve("audit.log");
        try (AuditLog log = log(file)) {
            Peer ci = peer(Role.WRITE);
            log.authenticated(ci);
            log.answered(ServerVerbs.GROUP_RENAME, ci, new ServerVerbs.Rename("a", "b", false), null);
            log.answered(
                    ServerVerbs.GROUP_DROP,
                    ci,
                    new ServerVerbs.DropGroup("payroll", 0),
                    new SssException(ErrorCode.NOT_FOUND, "no such group"));
            log.opened(
                    ServerVerbs.GROUP_WRITE,
                    ci,
                    Message.of(("{\"name\":\"new\",\"keyType\":\"string\",\"valueType\":\"string\",\"hashed\":true,"
                                    + "\"replace\":false,\"createdBy\":\"x\",\"compression\":\"NONE\","
                                    + "\"inMemory\":false}")
                            .getBytes(UTF_8)),
                    null);
            log.opened(
                    ServerVerbs.WORKFLOW_SUBMIT,
                    ci,
                    Message.EMPTY,
                    new SssException(ErrorCode.FORBIDDEN, "role write"));
        }
        String who = "{\"time\":\"2026-01-02T03:04:05.006Z\",\"who\":\"token 0c8c107d "
                + "(ci)\",\"role\":\"write\",\"from\":null,\"verb\":";
        assertThat(Files.readAllLines(file))
                .containsExactly(
                        who + "\"auth\",\"group\":null,\"result\":\"ok\"}",
                        who + "\"group.rename\",\"group\":\"a -> b\",\"result\":\"ok\"}",
                        who + "\"group.drop\",\"group\":\"payroll\",\"result\":\"NOT_FOUND\"}",
                        who + "\"group.write\",\"group\":\"new\",\"result\":\"ok\"}",
                        who + "\"workflow.submit\",\"group\":null,\"result\":\"FORBIDDEN\"}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void callsOfTuplesAndLookupsOfNodesAreNotRecorded() {
        Path file = directory.resolve("audit.log");
        try (AuditLog log = log(file)) {
            assertThat(log.wants(DataVerbs.GET)).isFalse();
            assertThat(log.wants(ServerVerbs.GROUP_LIST)).isFalse();
            assertThat(log.wants(ServerVerbs.GROUP_GET)).isTrue();
            log.answered(ServerVerbs.GROUP_GET, peer(Role.NODE), new ServerVerbs.Name("a"), null);
            log.opened(
                    ServerVerbs.GROUP_LIST,
                    peer(Role.READ),
                    Message.EMPTY,
                    new SssException(ErrorCode.OVERLOADED, "too many"));
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void bothFilesTogetherHaveALimitedSize() throws IOException {
        Path file = directory.resolve("audit.log");
        for (int run = 0; run < 4; run++) { // each opens the file again
            try (AuditFile audit = new AuditFile(file, 1000)) {
                for (int i = 0; i < 20; i++) {
                    audit.write("line " + run + " " + i);
                }
            }
        }
        Path before = directory.resolve("audit.log.1");
        assertThat(Files.size(file) + Files.size(before)).isBetween(500L, 1000L);
        List<String> last = Files.readAllLines(file);
        assertThat(last.get(last.size() - 1)).isEqualTo("\"line 3 19\"");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(before)))
                .isEqualTo("rw-------");
    }
}

package org.sss.net.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.NodeAddress;

class TokenFileTest {
    private static final NodeAddress HERE = new NodeAddress("127.0.0.1", 1);
    private static final NodeAddress ELSEWHERE = new NodeAddress("192.0.2.1", 1);

    @TempDir
    private Path directory;

    @Test
    void readsWhatItWrites() throws Exception {
        Token token = Token.random(Token.newRealm());
        Token other = Token.random(Token.newRealm());
        TokenFile file = TokenFile.read(file("# mine\n\n"
                + new TokenFile(List.of(new TokenFile.Entry(token, List.of()), new TokenFile.Entry(other, List.of())))
                        .text()));
        assertThat(file.token(token.realm()).orElseThrow().text()).isEqualTo(token.text());
        assertThat(file.token(other.realm()).orElseThrow().text()).isEqualTo(other.text());
        assertThat(file.token(Token.newRealm())).isEmpty();
    }

    @Test
    void fileThatTheEnvironmentNamesMustExist() {
        Path missing = directory.resolve("tokne");
        assertThatThrownBy(() -> TokenFile.ofUser(Map.of("SSS_TOKEN_FILE", missing.toString()), "/nowhere"))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining(missing + ": it does not exist")
                .hasMessageContaining("unset SSS_TOKEN_FILE");
        assertThat(TokenFile.ofUser(Map.of("HOME", directory.toString()), "/nowhere")
                        .entries())
                .isEmpty();
        assertThat(TokenFile.ofUser(Map.of("SSS_TOKEN_FILE", missing.toString(), "SSS_SECURITY", "off"), "/nowhere"))
                .isSameAs(TokenFile.NONE);
    }

    @Test
    void nothingGoesToAnotherMachineWithoutTlsUnlessThatIsWanted() {
        TokenFile none = new TokenFile(List.of());
        TokenFile local = new TokenFile(List.of(new TokenFile.Entry(Token.random(Token.newRealm()), List.of())));
        for (TokenFile file : List.of(none, local)) {
            file.checkMayConnect(HERE);
            assertThatThrownBy(() -> file.checkMayConnect(ELSEWHERE))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                    .hasMessageContaining("nothing is sent to 192.0.2.1:1")
                    .hasMessageContaining("SSS_SECURITY=off");
        }
        TokenFile.NONE.checkMayConnect(ELSEWHERE);
    }

    @Test
    void hidesTheSecretInTexts() throws Exception {
        Token token = Token.random(Token.newRealm());
        String secret = token.text().substring(token.text().lastIndexOf('.') + 1);
        assertThat(token.toString()).contains(token.id()).doesNotContain(secret);
        assertThat(new TokenFile(List.of(new TokenFile.Entry(token, List.of()))).toString())
                .doesNotContain(secret);
        assertThatThrownBy(() -> TokenFile.read(file(token.text() + "x\n")))
                .isInstanceOfSatisfying(
                        SssException.class,
                        e -> assertThat(e).hasMessageContaining("line 1").hasMessageNotContaining(secret));
    }

    @Test
    void rejectsFileThatOthersCanRead() throws Exception {
        Path file = file("");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> TokenFile.read(file)).isInstanceOfSatisfying(SssException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(e).hasMessageContaining("chmod 600 " + file);
        });
    }

    @Test
    void rejectsMissingFileAndOtherText() throws Exception {
        assertThatThrownBy(() -> TokenFile.read(directory.resolve("none")))
                .hasMessageContaining("none: it does not exist");
        assertThatThrownBy(() -> TokenFile.read(file("# a comment\nsesame\n")))
                .hasMessageContaining("line 2: a line is not a token");
        assertThatThrownBy(() -> TokenFile.read(file("-----BEGIN CERTIFICATE-----\nAAAA\n")))
                .hasMessageContaining("line 1");
    }

    @Test
    void rejectsDirectory() {
        assertThatThrownBy(() -> TokenFile.read(directory)).hasMessageContaining("it is a directory");
    }

    @Test
    void isWhereTheEnvironmentSays() {
        Map<String, String> all =
                Map.of("SSS_TOKEN_FILE", "/run/token", "XDG_CONFIG_HOME", "/config", "HOME", "/home/me");
        assertThat(TokenFile.location(all, "?")).contains(Path.of("/run/token"));
        assertThat(TokenFile.location(Map.of("XDG_CONFIG_HOME", "/config", "HOME", "/home/me"), "?"))
                .contains(Path.of("/config/sss/token"));
        assertThat(TokenFile.location(Map.of("XDG_CONFIG_HOME", "", "HOME", "/home/me"), "?"))
                .contains(Path.of("/home/me/.config/sss/token"));
        assertThat(TokenFile.location(Map.of(), "/home/me")).contains(Path.of("/home/me/.config/sss/token"));
        assertThat(TokenFile.location(Map.of(), "?"))
                .as("no path in the working directory")
                .isEmpty();
        assertThat(TokenFile.ofUser(Map.of(), "?").entries()).isEmpty();
    }

    @Test
    void tokensWithoutCertificateAreForLoopbackOnly() {
        TokenFile file = new TokenFile(List.of(new TokenFile.Entry(Token.random(Token.newRealm()), List.of())));
        assertThat(file.isFor(HERE)).isTrue();
        assertThat(file.isFor(ELSEWHERE)).isFalse();
        assertThat(TokenFile.NONE.isFor(HERE)).isFalse();
    }

    private Path file(String text) throws Exception {
        Path file = Files.writeString(directory.resolve("token"), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}

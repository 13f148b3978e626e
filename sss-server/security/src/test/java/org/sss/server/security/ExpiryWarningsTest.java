package org.sss.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.auth.Token;
import org.sss.net.auth.TokenEntry;
import org.sss.net.peer.Role;

class ExpiryWarningsTest {
    /** Of node-1, serial 1000 in hex, valid from 2015 until the end of 2024. */
    static final String CERTIFICATE = """
            -----BEGIN CERTIFICATE-----
            MIIBmzCCAUGgAwIBAgICEAAwCgYIKoZIzj0EAwIwGzEZMBcGA1UEAwwQU1NTIGNs
            dXN0ZXIgdGVzdDAeFw0xNTAxMDEwMDAwMDBaFw0yNTAxMDEwMDAwMDBaMBExDzAN
            BgNVBAMMBm5vZGUtMTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDOqzvmnNnlX
            gbz7ca4EjO/Eq4RRTPj5zGiMtkPT4WaqYRJ0ZPewTziWWU3vw9dK/ho8dKAuch9R
            PCsoy5f17tKjfzB9MAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMB0GA1Ud
            JQQWMBQGCCsGAQUFBwMBBggrBgEFBQcDAjAdBgNVHQ4EFgQUAXxT5hZfXTO7Ih5m
            w6ndHZOw+qswHwYDVR0jBBgwFoAU29hNqnKFLFLAReAuQLb1e9XJznowCgYIKoZI
            zj0EAwIDSAAwRQIgIgVXvEvMBwnzRHrRZkROPilW0oGirlJtx6yH0LMR9K4CIQCH
            2k9fiM31btsTgXQdbbkpXA+DnJ3Zqrml6TijZBGsKg==
            -----END CERTIFICATE-----
            """;

    private static final Instant END = Instant.parse("2025-01-01T00:00:00Z");

    @TempDir
    private Path temporary;

    private SecurityDirectory directory() throws IOException {
        SecurityDirectory made = SecurityDirectory.create(temporary.resolve("security"), any -> {});
        Files.writeString(made.file(SecurityDirectory.NODE_CERTIFICATE), CERTIFICATE);
        Files.writeString(made.file(SecurityDirectory.CA_CERTIFICATE), CERTIFICATE);
        return made;
    }

    private static TokenEntry token(String label, Instant end) {
        return TokenEntry.of(
                Token.random(Token.newRealm()),
                label,
                Role.RUN,
                List.of(),
                75,
                0,
                end == null ? 0 : end.toEpochMilli());
    }

    @Test
    void nodeWithAnExpiredCertificateSaysTheDate() throws IOException {
        Path file = directory().file(SecurityDirectory.NODE_CERTIFICATE);
        assertThatCode(() -> ExpiryWarnings.check(file, END.minusSeconds(1))).doesNotThrowAnyException();
        assertThatThrownBy(() -> ExpiryWarnings.check(file, END.plusSeconds(1)))
                .hasMessageContaining("the certificate of this node, " + file
                        + ", has expired at 2025-01-01T00:00:00Z; make another one by 'sss security node "
                        + "node-1 --renew'");
        assertThatThrownBy(() -> ExpiryWarnings.check(file, Instant.parse("2014-12-31T00:00:00Z")))
                .hasMessageContaining("is valid from 2015-01-01T00:00:00Z on")
                .hasMessageContaining("set the clock");
    }

    @Test
    void whatEndsWithinThirtyDaysIsNamed() throws IOException {
        TokenEntry soon = token("ci", END.plusSeconds(60));
        List<TokenEntry> tokens = List.of(
                token("later", END.plusSeconds(400 * 86_400L)),
                token("always", null),
                soon,
                token("gone", END.minusSeconds(40 * 86_400L)));
        ExpiryWarnings warnings = new ExpiryWarnings(directory(), true, () -> tokens);
        assertThat(warnings.at(END.minusSeconds(31 * 86_400L))).isEmpty();
        assertThat(warnings.at(END.minusSeconds(29 * 86_400L)))
                .containsExactly(
                        "the certificate of node-1 expires at 2025-01-01T00:00:00Z; renew it by 'sss security node "
                                + "node-1 --renew'",
                        "the certificate of the CA (node-1) expires at 2025-01-01T00:00:00Z; change the CA "
                                + "(docs/security.md)",
                        soon + " (ci) expires at 2025-01-01T00:01:00Z; make another one by 'sss security token'");
    }

    @Test
    void withoutTlsOnlyTokensEnd() {
        SecurityDirectory made = SecurityDirectory.create(temporary.resolve("security"));
        TokenEntry soon = token("", END);
        assertThat(new ExpiryWarnings(made, false, () -> List.of(soon)).at(END.minusSeconds(1)))
                .singleElement()
                .asString()
                .startsWith(soon + " expires at");
    }
}

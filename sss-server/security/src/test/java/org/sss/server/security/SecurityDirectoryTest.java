package org.sss.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.ProcessUser;
import org.sss.net.auth.Token;
import org.sss.net.auth.TokenEntry;
import org.sss.net.peer.Role;

class SecurityDirectoryTest {
    @TempDir
    private Path temporary;

    @Test
    void onlyTheOwnerHasRightsToWhatIsCreated() throws Exception {
        SecurityDirectory made = SecurityDirectory.create(temporary.resolve("new/security"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made.path())))
                .isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(made.path())) {
            assertThat(files)
                    .hasSize(5)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
        assertThat(names(temporary.resolve("new"))).containsExactly("security");
    }

    @Test
    void listsTheAdministratorAndTheNodes() {
        SecurityDirectory made = SecurityDirectory.create(temporary.resolve("security"));
        assertThat(made.tokens()).extracting(TokenEntry::role).containsExactly(Role.ADMIN, Role.NODE);
        assertThat(made.adminToken().entries()).singleElement().satisfies(entry -> {
            assertThat(entry.token().realm()).isEqualTo(made.realm());
            assertThat(entry.token().id()).isEqualTo(made.tokens().get(0).id());
        });
    }

    /** Only root can read such a directory. */
    @Test
    void rejectsDirectoryOfAnotherUser() throws Exception {
        SecurityDirectory made = SecurityDirectory.create(temporary.resolve("security"));
        assumeTrue(ProcessUser.current().uid() == 0, "only root can change the owner");
        Files.setAttribute(made.path(), "unix:uid", 12_345);
        assertThatThrownBy(() -> SecurityDirectory.open(made.path()))
                .hasMessageContaining("belongs to another user (uid 12345)");
    }

    @Test
    void concurrentStartsShareOneDirectory() {
        Path directory = temporary.resolve("security");
        List<CompletableFuture<String>> starts = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> SecurityDirectory.openOrCreate(directory).realm()))
                .toList();
        assertThat(starts.stream().map(CompletableFuture::join).distinct()).hasSize(1);
        assertThat(names(temporary)).containsExactly("security");
        assertThatThrownBy(() -> SecurityDirectory.create(directory))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS));
    }

    @Test
    void concurrentChangesAreAllKept() {
        SecurityDirectory made = SecurityDirectory.create(temporary.resolve("security"));
        List<CompletableFuture<Void>> changes = IntStream.range(0, 4)
                .mapToObj(i ->
                        CompletableFuture.runAsync(() -> made.changeTokens(before -> with(before, made.realm()))))
                .toList();
        changes.forEach(CompletableFuture::join);
        assertThat(made.tokens()).hasSize(6);
    }

    @Test
    void rejectsDirectoryThatOthersCanRead() throws Exception {
        Path directory = SecurityDirectory.create(temporary.resolve("security")).path();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-x---"));
        assertThatThrownBy(() -> SecurityDirectory.open(directory)).hasMessageContaining("chmod 700 " + directory);
    }

    @Test
    void namesTheLineThatIsNotAToken() throws Exception {
        SecurityDirectory made = SecurityDirectory.create(temporary.resolve("security"));
        Files.writeString(made.file(SecurityDirectory.TOKENS), "\n{\"id\":7}\n");
        assertThatThrownBy(made::tokens).hasMessageContaining("line 2 of " + made.file(SecurityDirectory.TOKENS));
    }

    @Test
    void aTableOfAnEarlierVersionIsRead() throws Exception {
        SecurityDirectory made = SecurityDirectory.create(temporary.resolve("security"));
        Path table = made.file(SecurityDirectory.TOKENS);
        assertThat(Files.readAllLines(table).get(0)).startsWith("{\"version\":1,\"writtenBy\":");
        Files.write(table, Files.readAllLines(table).subList(1, 3));
        assertThat(made.tokens()).extracting(TokenEntry::role).containsExactly(Role.ADMIN, Role.NODE);
        made.changeTokens(before -> before);
        assertThat(Files.readAllLines(table)).hasSize(3).first().asString().startsWith("{\"version\":1,");
    }

    @Test
    void aTableOfANewerVersionIsRefusedAndStays() throws Exception {
        SecurityDirectory made = SecurityDirectory.create(temporary.resolve("security"));
        Path table = made.file(SecurityDirectory.TOKENS);
        String newer = "{\"version\":3,\"writtenBy\":\"9.1\",\"more\":[]}\n{\"id\":{}}\n";
        Files.writeString(table, newer);
        assertThatThrownBy(made::tokens)
                .isInstanceOf(SssException.class)
                .hasMessageContaining(table + " has version 3 and was written by SSS 9.1");
        assertThatThrownBy(() -> made.changeTokens(before -> before)).hasMessageContaining("knows versions up to 2");
        assertThat(Files.readString(table)).isEqualTo(newer);
    }

    @Test
    void addsTokensToTheFileOfTheUserAndRemovesThoseOfLostClusters() throws Exception {
        Path file = temporary.resolve("config/sss/token");
        SecurityDirectory first = SecurityDirectory.create(temporary.resolve("first/security"));
        SecurityDirectory second = SecurityDirectory.create(temporary.resolve("second/security"));
        UserTokens.add(first, file);
        Files.writeString(file, "# mine\n" + Token.random(Token.newRealm()).text() + "\n" + Files.readString(file));
        UserTokens.add(second, file);
        UserTokens.add(first, file);
        String both = Files.readString(file);
        assertThat(both).startsWith("# mine\nsss1.").contains(token(first), token(second));
        assertThat(both.lines()).hasSize(6);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Files.delete(first.file(SecurityDirectory.REALM));
        UserTokens.add(second, file);
        assertThat(Files.readString(file))
                .startsWith("# mine\n")
                .contains(token(second))
                .doesNotContain(token(first));
    }

    /**
     * The home of a user may be shared by machines, and a disk may not be mounted: no reason to delete the token of its
     * cluster.
     */
    @Test
    void removesNoTokenOfAClusterThatCannotBeSeen() throws Exception {
        Path file = temporary.resolve("config/sss/token");
        SecurityDirectory first = SecurityDirectory.create(temporary.resolve("first/security"));
        SecurityDirectory second = SecurityDirectory.create(temporary.resolve("second/security"));
        UserTokens.add(first, file);
        Files.delete(first.file(SecurityDirectory.REALM));
        String line = Files.readAllLines(file).get(0);
        for (String other : List.of(
                line.replaceAll(" on .*,", " on another-machine,"),
                line.replaceAll("\\d+$", "987654321"),
                line.replaceAll(" on .*", ""))) {
            Files.writeString(file, other + "\n" + token(first) + "\n");
            UserTokens.add(second, file);
            assertThat(Files.readString(file)).as(other).contains(token(first), token(second));
        }
    }

    @Test
    void keepsTokensThatTheUserHasAddedAfterThatOfACluster() throws Exception {
        Path file = temporary.resolve("config/sss/token");
        SecurityDirectory first = SecurityDirectory.create(temporary.resolve("first/security"));
        String mine = Token.random(Token.newRealm()).text();
        String sameCluster = Token.random(first.realm()).text();
        UserTokens.add(first, file);
        Files.writeString(file, Files.readString(file) + mine + "\n" + sameCluster + "\n");
        UserTokens.add(first, file);
        assertThat(Files.readString(file)).containsOnlyOnce(token(first)).contains(mine, sameCluster);
        Files.delete(first.file(SecurityDirectory.REALM));
        Files.writeString(file, Files.readString(file) + mine + "\n");
        UserTokens.add(SecurityDirectory.create(temporary.resolve("second/security")), file);
        assertThat(Files.readString(file)).doesNotContain(token(first)).contains(mine, sameCluster);
    }

    private static String token(SecurityDirectory directory) {
        return directory.adminToken().entries().get(0).token().text();
    }

    private static List<TokenEntry> with(List<TokenEntry> before, String realm) {
        List<TokenEntry> after = new ArrayList<>(before);
        after.add(TokenEntry.of(Token.random(realm), "", Role.READ, List.of(), 75, 0, 0));
        return after;
    }

    private static List<String> names(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

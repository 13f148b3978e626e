package org.sss.net.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sss.net.peer.Role;
import org.sss.net.rpc.Verb;

class SecurityDocTest {
    private static final Path DOC = Path.of("../../docs/security.md");

    @Test
    void documentsTheRolesOfAllVerbs() throws Exception {
        assertThat(Files.readString(DOC)).as("the table in " + DOC).contains(table());
    }

    private static String table() throws IllegalAccessException {
        List<Verb> verbs = new ArrayList<>();
        for (Class<?> type : List.of(ServerVerbs.class, DataVerbs.class)) {
            for (Field field : type.getFields()) {
                if (field.getType() == Verb.class) {
                    verbs.add((Verb) field.get(null));
                }
            }
        }
        verbs.sort(Comparator.comparing(Verb::role).thenComparing(Verb::name));
        StringBuilder table = new StringBuilder("| verb |");
        for (Role role : Role.values()) {
            table.append(' ').append(role).append(" |");
        }
        table.append(" groups |\n|---|")
                .append("---|".repeat(Role.values().length + 1))
                .append('\n');
        for (Verb verb : verbs) {
            table.append("| `")
                    .append(verb)
                    .append("` |")
                    .append(List.of(Role.values()).stream()
                            .map(role -> role.includes(verb.role()) ? " x |" : " |")
                            .collect(Collectors.joining()))
                    .append(verb.ofGroups() ? " x |\n" : " |\n");
        }
        return table.toString();
    }
}

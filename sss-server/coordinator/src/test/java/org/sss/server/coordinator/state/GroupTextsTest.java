package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.server.coordinator.state.CoordinatorState.Shape;

class GroupTextsTest {
    private static final String IDENTITY = "0123456789abcdef0123456789abcdef";
    private static final Committed STORED = new Committed(List.of(new Stored(3, 30, 40, 1, 1)));

    @TempDir
    Path directory;

    private static String wideRecord(int fields) {
        return IntStream.range(0, fields)
                .mapToObj(i -> "aLongerNameOfField" + i + ":long")
                .collect(Collectors.joining(",", "record(", ")"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "string",
                "long",
                "record(a:long,b:string)",
                "record()",
                "record(p:record(x:double,y:double),n:int)",
                "record(a:list(int))",
                "collection-of-string",
                "com.example.MyType",
                "Gr\u00f6\u00dfe"
            })
    void acceptsTypes(String type) {
        GroupTexts.check("g", type, type, "import");
    }

    @Test
    void acceptsARecordOfManyFields() {
        GroupTexts.check("g", "string", wideRecord(100), "import");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "record(a:nothing)", "record(xxxx)", "list()", "a\tb", "a\u0000b"})
    void refusesWhatIsNoType(String type) {
        assertThatThrownBy(() -> GroupTexts.check("g", "long", type, ""))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("the type of the values of group 'g'");
    }

    @Test
    void refusesTypesThatAreTooLong() {
        assertThatThrownBy(() -> GroupTexts.check("g", "x".repeat(201), "long", ""))
                .hasMessageContaining("201 characters, and 1 to 200 are permitted");
        assertThatThrownBy(() -> GroupTexts.check("g", "long", wideRecord(1000), ""))
                .hasMessageContaining("1 to 16000 are permitted");
        assertThatThrownBy(() -> GroupTexts.check("g", "long", "record(" + "x".repeat(80_000) + ")", ""))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(500));
    }

    /** Versions without limits have written journals whose texts do not fit into the heap. */
    @Test
    void aJournalWithVeryLongTextsIsReadWithoutThem() {
        String text = "x".repeat(80_000);
        CoordinatorState.writeEmpty(directory, new Entry.Cluster("c", 1, 4), 100);
        try (Journal journal = Journal.open(CoordinatorState.journal(directory))) {
            for (int i = 0; i < 50; i++) {
                journal.write(CoordinatorState.format(new Entry.Publish(new GroupInfo(
                        new GroupKey(i, IDENTITY),
                        "tmp." + i,
                        GroupInfo.State.READY,
                        new GroupFormat(text, text, true, Compression.NONE, false),
                        new GroupOrigin(4, text),
                        new GroupInfo.Content(1, 2, 3, List.of(), null, List.of(), null)))));
            }
        }
        try (CoordinatorState state =
                CoordinatorState.open(directory, new Shape(1, 4, 4), Clock.systemUTC(), group -> {})) {
            assertThat(state.catalog().page(null).groups())
                    .hasSize(50)
                    .allSatisfy(group -> assertThat(group.keyType().length()
                                    + group.valueType().length()
                                    + group.createdBy().length())
                            .isLessThan(49_000));
            state.catalog().drop("tmp.7");
        }
        assertThat(CoordinatorState.journal(directory).toFile().length()).isLessThan(3_000_000);
    }

    @Test
    void groupsMayTakeAPartOfTheHeap() {
        Catalog catalog = new Catalog(new CoordinatorState.NoLog(), Clock.systemUTC(), 1, group -> {}, 40_000);
        int count = 0;
        SssException full = null;
        while (full == null && count < 1000) {
            try {
                catalog.checkShare(name -> name.startsWith("none."));
                catalog.publish(
                        catalog.create(wanted("g" + count, false), false).id(), STORED);
                count++;
            } catch (SssException e) {
                full = e;
            }
        }
        assertThat(count).isBetween(40, 70);
        assertThat(full.code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(full).hasMessageContaining(count + " groups").hasMessageContaining("SSS_HEAP");
        assertThatThrownBy(() -> catalog.checkShare(name -> name.startsWith("g")))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE))
                .hasMessageContaining("token");
        catalog.publish(catalog.create(wanted("g1", true), false).id(), STORED);
        IntStream.range(0, count).forEach(i -> catalog.drop("g" + i));
        catalog.checkShare(name -> true);
        catalog.create(wanted("again", false), false);
    }

    private static NewGroup wanted(String name, boolean replace) {
        return new NewGroup(name, "string", "long", true, replace, "test", Compression.NONE);
    }

    @Test
    void identitiesOfGroupsHaveNothingInCommon() {
        Catalog catalog = new Catalog(new CoordinatorState.NoLog(), Clock.systemUTC(), 1, group -> {});
        List<String> identities = IntStream.range(0, 100)
                .mapToObj(i -> catalog.create(wanted("g" + i, false), false).identity())
                .toList();
        assertThat(identities.stream()
                        .map(identity -> identity.substring(0, 16))
                        .distinct())
                .hasSize(100);
        assertThat(identities.stream().map(identity -> identity.substring(16)).distinct())
                .hasSize(100);
        assertThat(new GroupIdentities().of(1)).isNotEqualTo(identities.get(0)).hasSize(32);
    }
}

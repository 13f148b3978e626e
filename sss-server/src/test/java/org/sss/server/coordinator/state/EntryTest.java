package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;

class EntryTest {
    private static final Path FILE = Path.of("journal");

    @Test
    void formatsSeveralEntriesAsOneLine() {
        GroupInfo group = new GroupInfo(8, "a", "string", "long", true, GroupInfo.State.READY, 3, 30, 40, 5, "wf-1/map-1", Compression.NONE,
                "0123456789abcdef0123456789abcdef", List.of(2L, 1L), List.of(), false);
        Entry all = Entry.All.of(List.of(new Entry.Publish(group), new Entry.Rename(7, "b")));
        String line = """
                {"entry":"all","entries":[{"publish":{"group":{"id":8,"name":"a","keyType":"string","valueType":"long","hashed":true,\
                "state":"READY","tuples":3,"dataBytes":30,"storedBytes":40,"createdMillis":5,"createdBy":"wf-1/map-1","compression":"NONE",\
                "identity":"0123456789abcdef0123456789abcdef","nodeTuples":[2,1],"lost":[],"inMemory":false}},\
                "rename":null},{"publish":null,"rename":{"group":7,"name":"b"}}]}""";
        assertThat(CoordinatorState.format(all)).isEqualTo(line);
        assertThat(CoordinatorState.parse(FILE, line)).isEqualTo(all);
    }

    /** A newer version may write other entries; ignoring them would lose groups. */
    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"drop\":{\"group\":7}}", "{\"publish\":null,\"rename\":null}"})
    void rejectsUnknownPart(String part) {
        assertThatThrownBy(() -> CoordinatorState.parse(FILE, "{\"entry\":\"all\",\"entries\":[" + part + "]}"))
                .isInstanceOfSatisfying(SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("newer version");
    }
}

package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.rpc.PropertyOrder;
import org.sss.net.rpc.Unwrapped;

class EntryTest {
    private static final Path FILE = Path.of("journal");

    @Test
    void formatsSeveralEntriesAsOneLine() {
        GroupInfo group = new GroupInfo(
                new GroupKey(8, "0123456789abcdef0123456789abcdef"),
                "a",
                GroupInfo.State.READY,
                new GroupFormat("string", "long", true, Compression.NONE, false),
                new GroupOrigin(5, "wf-1/map-1"),
                new GroupInfo.Content(3, 30, 40, List.of(2L, 1L), null, List.of(), null));
        Entry all = Entry.All.of(List.of(new Entry.Publish(group), new Entry.Rename(7, "b")));
        String line = """
                {"entry":"all","entries":[{"publish":{"group":{"id":8,"name":"a","keyType":"string","valueType":"long","hashed":true,\
                "state":"READY","tuples":3,"dataBytes":30,"storedBytes":40,"createdMillis":5,"createdBy":"wf-1/map-1","compression":"NONE",\
                "identity":"0123456789abcdef0123456789abcdef","nodeTuples":[2,1],"lost":[],"inMemory":false}},\
                "rename":null},{"publish":null,"rename":{"group":7,"name":"b"}}]}""";
        String withoutDefaults = line.replace(",\"inMemory\":false", "")
                .replace(",\"rename\":null", "")
                .replace("\"publish\":null,", "");
        assertThat(CoordinatorState.format(all)).isEqualTo(withoutDefaults);
        assertThat(CoordinatorState.parse(FILE, withoutDefaults)).isEqualTo(all);
        assertThat(CoordinatorState.parse(FILE, line))
                .as("as earlier versions wrote it")
                .isEqualTo(all);
    }

    /** A newer version may write other entries; ignoring them would lose groups. */
    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"drop\":{\"group\":7}}", "{\"publish\":null,\"rename\":null}"})
    void rejectsUnknownPart(String part) {
        assertThatThrownBy(() -> CoordinatorState.parse(FILE, "{\"entry\":\"all\",\"entries\":[" + part + "]}"))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("newer version");
    }

    @Test
    void aJournalOfANewerVersionIsRefusedByName() {
        assertThatThrownBy(() -> new Entry.Format(Entry.VERSION + 1, "7.8.9", 3).check(FILE))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining(
                        "the journal journal has version " + (Entry.VERSION + 1) + " and was written by SSS 7.8.9")
                .hasMessageContaining("knows versions up to " + Entry.VERSION);
        new Entry.Format(Entry.VERSION, "7.8.9", 3).check(FILE);
    }

    /**
     * If this fails, an entry has changed: raise {@link Entry#VERSION}, and state the new version and checksum here.
     * Reports of workflows are not compared: an older version may forget parts of them.
     */
    @Test
    void aChangeOfAnEntryRaisesTheVersion() {
        Map<String, String> forms = new TreeMap<>();
        Entry.KINDS.values().forEach(kind -> addForm(kind, forms));
        CRC32 crc = new CRC32();
        crc.update(forms.toString().getBytes(StandardCharsets.UTF_8));
        assertThat("version " + Entry.VERSION + " " + Long.toHexString(crc.getValue()))
                .as(forms.toString())
                .isEqualTo("version 4 9448c16e");
    }

    private static void addForm(Type type, Map<String, String> forms) {
        if (type instanceof ParameterizedType generic) {
            Stream.of(generic.getActualTypeArguments()).forEach(argument -> addForm(argument, forms));
        } else if (type instanceof Class<?> c
                && c != WorkflowStatus.class
                && !forms.containsKey(c.getName())
                && (c.isRecord() || c.isEnum())) {
            forms.put(
                    c.getName(),
                    c.isEnum()
                            ? List.of(c.getEnumConstants()).toString()
                            : properties(c).toString());
            if (c.isRecord()) {
                parts(c).forEach(part -> addForm(part.getGenericType(), forms));
            }
        }
    }

    /** The properties of a record in the order in which they are written. */
    private static List<String> properties(Class<?> record) {
        Map<String, String> byName = new LinkedHashMap<>();
        parts(record)
                .forEach(
                        part -> byName.put(part.getName(), part.getGenericType().getTypeName() + " " + part.getName()));
        PropertyOrder order = record.getAnnotation(PropertyOrder.class);
        return order == null
                ? List.copyOf(byName.values())
                : Stream.of(order.value()).map(byName::get).toList();
    }

    private static Stream<RecordComponent> parts(Class<?> record) {
        return Stream.of(record.getRecordComponents())
                .flatMap(part -> part.isAnnotationPresent(Unwrapped.class) ? parts(part.getType()) : Stream.of(part));
    }
}

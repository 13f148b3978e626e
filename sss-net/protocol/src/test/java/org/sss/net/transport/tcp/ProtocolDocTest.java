package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupKey;
import org.sss.net.control.MessageFuzz;
import org.sss.net.control.ServerVerbs;
import org.sss.net.data.GetFormat;
import org.sss.net.data.GetRequest;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamConfig;

/** docs/protocol.md matches the code: bytes, messages, verbs, codes and limits. */
class ProtocolDocTest {
    private static final Path DOC = Path.of("../../docs/protocol.md");
    private static final Pattern HEX = Pattern.compile("(?m)^([a-z-]+) +((?:[0-9a-f]{2}[ |]*)+)$");
    private static final Pattern VERB_ROW = Pattern.compile("(?m)^\\| `([a-z][a-zA-Z.]*)` \\|");
    private static final Pattern CODE_ROW = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| (\\w+)");

    private final String doc = Files.readString(DOC);
    private final Frames frames = new Frames(UnpooledByteBufAllocator.DEFAULT);

    ProtocolDocTest() throws IOException {}

    @Test
    void bytesMatchTheCode() {
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("preface", hex(TestFrames.bytes(frames.preface(FrameFormat.STATUS_WELCOME, 1 << 20, 8_000))));
        expected.put("preface-full", hex(TestFrames.bytes(frames.preface(FrameFormat.STATUS_FULL, 1 << 20, 8_000))));
        TestFrames.golden().forEach((name, bytes) -> expected.put(name, hex(bytes)));
        GetRequest request = new GetRequest(GroupKey.of(7), GetFormat.MAX_REQUEST_BYTES);
        request.add(3, TestFrames.text("pear"));
        expected.put("get-request", hex(request.encode()));
        assertThat(hexInDoc()).isEqualTo(expected);
    }

    @Test
    void messagesMatchTheCode() {
        String expected = MessageFuzz.MESSAGES.stream()
                .map(message -> message.getClass().getSimpleName() + " " + new String(Json.write(message)))
                .collect(Collectors.joining("\n"));
        assertThat(doc).as("the messages in " + DOC).contains("```json-lines\n" + expected + "\n```");
    }

    @Test
    void listsAllVerbs() throws IllegalAccessException {
        List<String> verbs = new ArrayList<>();
        for (Class<?> type : List.of(ServerVerbs.class, DataVerbs.class)) {
            for (Field field : type.getFields()) {
                if (field.getType() == Verb.class) {
                    verbs.add(((Verb) field.get(null)).name());
                }
            }
        }
        assertThat(VERB_ROW.matcher(doc).results().map(row -> row.group(1))).containsExactlyInAnyOrderElementsOf(verbs);
    }

    @Test
    void listsAllErrorCodesWithTheirKind() {
        List<String> codes = CODE_ROW.matcher(doc)
                .results()
                .map(row -> row.group(1) + " " + row.group(2))
                .toList();
        assertThat(codes)
                .containsExactlyElementsOf(Arrays.stream(ErrorCode.values())
                        .map(code -> code.name() + " " + code.kind())
                        .toList());
    }

    @Test
    void limitsMatchTheCode() {
        assertThat(doc.replaceAll("\\s+", " "))
                .contains(
                        "| OPEN | 1 | 2 to " + number(FrameFormat.MAX_OPEN_BYTES) + " |",
                        "| DATA | 2 | 1 to " + number(Stream.MAX_DATA_BYTES) + " |",
                        "| END | 3 | 0 to " + number(Stream.MAX_HEADER_BYTES) + " |",
                        "| FAIL | 4 | 3 to " + number(Stream.MAX_HEADER_BYTES) + " |",
                        "| RING | 8 | 1 to " + number(RingMessage.MAX_BYTES) + " |",
                        "at most " + number(StreamConfig.DEFAULTS.maxStreams()) + " streams",
                        "at most " + number(TcpConfig.DEFAULTS.maxConnections()) + " connections",
                        "within " + TcpConfig.DEFAULTS.prefaceTimeout().toSeconds() + " s",
                        "for " + TcpConfig.DEFAULTS.idleTimeout().toSeconds() + " s",
                        "up to " + TcpConfig.LONGEST_PEERS_IDLE.toMinutes() + " minutes",
                        "within " + TcpConfig.DEFAULTS.streams().stallTimeout().toSeconds() + " s");
    }

    private Map<String, String> hexInDoc() {
        Map<String, String> found = new LinkedHashMap<>();
        Matcher line = HEX.matcher(doc);
        while (line.find()) {
            found.put(line.group(1), line.group(2).replaceAll("[ |]", ""));
        }
        return found;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static String number(int number) {
        return String.format("%,d", number);
    }
}

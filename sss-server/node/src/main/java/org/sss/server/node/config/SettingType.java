package org.sss.server.node.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sss.api.NumberSyntax;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.NodeAddress;

/**
 * The type of a setting: parser and valid values. Immutable.
 *
 * @param expects completes "expected ...", also used in the documentation
 * @param parser  throws {@link IllegalArgumentException} for anything else
 */
record SettingType<T>(String expects, Function<String, T> parser) {
    private static final Pattern QUANTITY = Pattern.compile("(\\d{1,15})\\s*([A-Za-z]*)");
    private static final Map<String, Long> MILLIS = Map.of("ms", 1L, "s", 1000L, "min", 60_000L, "h", 3_600_000L);
    private static final Pattern NODE = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\s]+)(?::(\\d{1,5}):(\\d{1,5}))?");

    static SettingType<Integer> integer(int min, int max) {
        return new SettingType<>(
                "a whole number from " + min + " to " + max,
                text -> Math.toIntExact(inRange(NumberSyntax.parseLong(text), min, max)));
    }

    /** A size in bytes. */
    static SettingType<Long> size(String min, String max) {
        return new SettingType<>(
                "a size from " + min + " to " + max + " such as 32KiB, 64MiB or 4GiB",
                text -> inRange(
                        NumberSyntax.parseBytes(text), NumberSyntax.parseBytes(min), NumberSyntax.parseBytes(max)));
    }

    static SettingType<Duration> duration(String min, String max) {
        return new SettingType<>(
                "a time from " + min + " to " + max + " such as 500ms, 30s or 2min",
                text -> Duration.ofMillis(inRange(millis(text), millis(min), millis(max))));
    }

    static SettingType<String> choice(String... choices) {
        List<String> all = List.of(choices);
        return new SettingType<>("one of " + String.join(", ", all), text -> {
            check(all.contains(text));
            return text;
        });
    }

    /** The constants of {@code type}, with names such as {@code fully-connected}. */
    static <E extends Enum<E>> SettingType<E> choice(Class<E> type) {
        Map<String, E> byName = new LinkedHashMap<>();
        for (E constant : type.getEnumConstants()) {
            byName.put(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'), constant);
        }
        return new SettingType<>("one of " + String.join(", ", byName.keySet()), text -> {
            check(byName.containsKey(text));
            return byName.get(text);
        });
    }

    static SettingType<String> text() {
        return new SettingType<>("a directory", text -> {
            check(!text.isBlank());
            return text;
        });
    }

    static SettingType<String> executable() {
        return new SettingType<>("an executable", text -> {
            check(!text.isBlank());
            return text;
        });
    }

    /** Names of transports or devices. */
    static SettingType<String> names() {
        return new SettingType<>("names separated by commas", text -> {
            check(text.matches("[\\w:.^/@-]+(,[\\w:.^/@-]+)*"));
            return text;
        });
    }

    /** Identities of starts of node 0. */
    static SettingType<List<String>> starts() {
        return new SettingType<>("none, or starts as an error names them, separated by commas", text -> {
            check(text.matches("none|[0-9a-f]+(,[0-9a-f]+)*"));
            return text.equals("none") ? List.of() : List.of(text.split(","));
        });
    }

    /** A port, {@code auto} or {@code none}. */
    static SettingType<String> port() {
        return new SettingType<>("auto, none, or a port from 1 to 65535", text -> {
            if (!text.equals("auto") && !text.equals("none")) {
                port(text);
            }
            return text;
        });
    }

    /** The name or address of a host, or {@code auto}. */
    static SettingType<String> host() {
        return new SettingType<>("auto, or a host name or address (IPv6 in brackets)", text -> {
            check(text.matches("\\[[0-9a-fA-F:.]+]|[^:\\s]+"));
            return text;
        });
    }

    static SettingType<Path> path() {
        return new SettingType<>("a directory", text -> {
            try {
                return Path.of(text).toAbsolutePath().normalize();
            } catch (InvalidPathException e) {
                throw new IllegalArgumentException(e);
            }
        });
    }

    /** A directory, or empty for {@code none}. */
    static SettingType<Optional<Path>> optionalPath() {
        return new SettingType<>(
                "none, or an absolute directory",
                text -> text.equals("none") ? Optional.empty() : Optional.of(absolute(text)));
    }

    /** Directories, or empty for {@code auto}. */
    static SettingType<Optional<List<Path>>> roots() {
        return new SettingType<>("auto, none, or absolute directories separated by commas", text -> switch (text) {
            case "auto" -> Optional.empty();
            case "none" -> Optional.of(List.of());
            default ->
                Optional.of(Stream.of(text.split(",", -1))
                        .map(String::trim)
                        .map(SettingType::absolute)
                        .toList());
        });
    }

    private static Path absolute(String text) {
        Path path = Path.of(text);
        check(path.isAbsolute());
        return path.normalize();
    }

    static SettingType<List<NodeInfo>> nodes() {
        return new SettingType<>(
                "HOST:SERVERPORT:DATAPORT or HOST of each node (an IPv6 address in brackets, such as [::1]), separated "
                        + "by commas, at most 256",
                SettingType::parseNodes);
    }

    private static List<NodeInfo> parseNodes(String text) {
        List<NodeInfo> nodes = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            Matcher node = NODE.matcher(item.trim());
            check(node.matches());
            String host = node.group(1);
            int server = node.group(2) == null ? NodeAddress.DEFAULT_SERVER_PORT : port(node.group(2));
            int data = node.group(3) == null ? NodeAddress.DEFAULT_DATA_PORT : port(node.group(3));
            nodes.add(new NodeInfo(nodes.size(), new NodeAddress(host, server), new NodeAddress(host, data)));
        }
        check(nodes.size() <= 256);
        check(nodes.stream()
                        .flatMap(n -> Stream.of(n.server(), n.data()))
                        .distinct()
                        .count()
                == 2L * nodes.size());
        return List.copyOf(nodes);
    }

    private static int port(String text) {
        return Math.toIntExact(inRange(Long.parseLong(text), 1, 65535));
    }

    private static long millis(String text) {
        Matcher quantity = QUANTITY.matcher(text);
        check(quantity.matches() && MILLIS.containsKey(quantity.group(2)));
        return Math.multiplyExact(Long.parseLong(quantity.group(1)), MILLIS.get(quantity.group(2)));
    }

    private static long inRange(long value, long min, long max) {
        check(value >= min && value <= max);
        return value;
    }

    private static void check(boolean good) {
        if (!good) {
            throw new IllegalArgumentException();
        }
    }
}

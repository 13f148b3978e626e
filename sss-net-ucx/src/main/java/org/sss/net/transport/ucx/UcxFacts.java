package org.sss.net.transport.ucx;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.api.SssException;
import org.sss.net.transport.ring.RingPlugin;
import org.sss.net.transport.ring.RingPlugin.Fact;

/** What this machine has for UCX. Stateless. */
final class UcxFacts {
    private static final Path DEVICES = Path.of("/sys/class/infiniband");
    private static final Pattern MAPPED = Pattern.compile("\\s(/\\S*/libucp\\.so\\S*)$");
    /** Not that of a symbol such as GLIBC_2.2.5. */
    private static final Pattern VERSION = Pattern.compile("(?<![\\d._])(\\d{1,2}\\.\\d{1,2}\\.\\d{1,2})\\x00");
    private static final Pattern LOCKED = Pattern.compile("Max locked memory\\s+(\\S+)");

    private UcxFacts() {
    }

    static List<Fact> of(RingPlugin plugin, Map<String, String> options) {
        List<Fact> facts = new ArrayList<>();
        String problem = problem(plugin, options);
        facts.add(new Fact("libucx", library(), problem));
        facts.add(new Fact("net.ucx.tls", options.getOrDefault(UcxPlugin.TLS, UcxRings.DEFAULT_TLS), null));
        facts.add(new Fact("net.ucx.devices", options.getOrDefault(UcxPlugin.DEVICES, "all"), null));
        facts.add(new Fact("RDMA devices", devices(DEVICES), null));
        facts.add(new Fact("limit of locked memory", lockedMemory(), null));
        return facts;
    }

    /** Starts UCX; returns null if that works. */
    private static String problem(RingPlugin plugin, Map<String, String> options) {
        try {
            plugin.open(options).close();
            return null;
        } catch (SssException e) {
            return e.getMessage();
        }
    }

    /** The file that this process has loaded. */
    private static String library() {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            Optional<Path> file = maps.map(MAPPED::matcher).filter(Matcher::find).map(found -> Path.of(found.group(1))).findFirst();
            return file.isEmpty() ? "not found" : version(file.get()) + " (" + file.get() + ")";
        } catch (IOException e) {
            return "unknown (" + e.getMessage() + ")";
        }
    }

    private static String version(Path library) throws IOException {
        Matcher version = VERSION.matcher(new String(Files.readAllBytes(library), StandardCharsets.ISO_8859_1));
        return version.find() ? version.group(1) : "version unknown";
    }

    /** Such as {@code mlx5_0 port 1: 4: ACTIVE}. */
    static String devices(Path directory) {
        try (Stream<Path> devices = Files.list(directory)) {
            String all = devices.sorted().map(UcxFacts::ports).collect(Collectors.joining(", "));
            return all.isEmpty() ? "none" : all;
        } catch (IOException e) {
            return "none";
        }
    }

    private static String ports(Path device) {
        try (Stream<Path> ports = Files.list(device.resolve("ports"))) {
            return ports.sorted().map(port -> device.getFileName() + " port " + port.getFileName() + ": " + read(port.resolve("state")))
                    .collect(Collectors.joining(", "));
        } catch (IOException e) {
            return device.getFileName().toString();
        }
    }

    private static String lockedMemory() {
        Matcher limit = LOCKED.matcher(read(Path.of("/proc/self/limits")));
        return !limit.find() ? "unknown" : limit.group(1).matches("\\d+") ? (Long.parseLong(limit.group(1)) >> 10) + " KiB" : limit.group(1);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).trim();
        } catch (IOException e) {
            return "unknown";
        }
    }
}

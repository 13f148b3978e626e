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
import java.util.stream.Stream;
import org.sss.api.SssException;
import org.sss.net.transport.ring.RingPlugin;
import org.sss.net.transport.ring.RingPlugin.Fact;

/** What this machine has for UCX. Stateless. */
final class UcxFacts {
    private static final Pattern MAPPED = Pattern.compile("\\s(/\\S*/libucp\\.so\\S*)$");
    /** Not that of a symbol such as GLIBC_2.2.5. */
    private static final Pattern VERSION = Pattern.compile("(?<![\\d._])(\\d{1,2}\\.\\d{1,2}\\.\\d{1,2})\\x00");

    private UcxFacts() {}

    static List<Fact> of(RingPlugin plugin, Map<String, String> options) {
        List<Fact> facts = new ArrayList<>();
        String problem = problem(plugin, options);
        facts.add(new Fact("libucx", library(), problem));
        facts.add(new Fact("net.ucx.tls", options.getOrDefault(UcxPlugin.TLS, UcxRings.DEFAULT_TLS), null));
        facts.add(new Fact("net.ucx.devices", options.getOrDefault(UcxPlugin.DEVICES, "all"), null));
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
            Optional<Path> file = maps.map(MAPPED::matcher)
                    .filter(Matcher::find)
                    .map(found -> Path.of(found.group(1)))
                    .findFirst();
            return file.isEmpty() ? "not found" : version(file.get()) + " (" + file.get() + ")";
        } catch (IOException e) {
            return "unknown (" + e.getMessage() + ")";
        }
    }

    private static String version(Path library) throws IOException {
        Matcher version = VERSION.matcher(new String(Files.readAllBytes(library), StandardCharsets.ISO_8859_1));
        return version.find() ? version.group(1) : "version unknown";
    }
}

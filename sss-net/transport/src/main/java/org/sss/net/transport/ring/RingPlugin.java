package org.sss.net.transport.ring;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.sss.api.SssException;

/** A way to share memory that another module adds; found by {@link ServiceLoader}. Thread-safe. */
public interface RingPlugin {
    /** As in {@code net.transport}. */
    String name();

    /**
     * Opens it.
     *
     * @param options by the end of the name of their setting: {@code net.NAME.OPTION}; those that are absent have
     *     defaults
     * @throws SssException with the remedy, if it cannot be used on this machine
     */
    RingProvider open(Map<String, String> options);

    /** Returns what this machine has for it. Never fails. */
    List<Fact> facts(Map<String, String> options);

    /**
     * One line of a report.
     *
     * @param name what it is about, such as {@code libucx}
     * @param value what was found
     * @param problem what prevents its use and the remedy, or null
     */
    record Fact(String name, String value, String problem) {}

    /** Returns the plugin of this name, if its module is on the class path. */
    static Optional<RingPlugin> named(String name) {
        return ServiceLoader.load(RingPlugin.class, RingPlugin.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(plugin -> plugin.name().equals(name))
                .findFirst();
    }
}

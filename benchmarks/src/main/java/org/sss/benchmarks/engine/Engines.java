package org.sss.benchmarks.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The systems that this program knows: those that {@code META-INF/services} names. Stateless. */
public final class Engines {
    private Engines() {}

    /**
     * In the given order.
     *
     * @param names such as {@code sss,java}
     * @throws SssException INVALID_ARGUMENT for a system that does not exist or is not on this machine; reports how to
     *         get it
     */
    public static List<Engine> named(String names) {
        List<Engine> chosen = known(names);
        chosen.forEach(engine -> engine.missing().ifPresent(why -> {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "system '" + engine.name() + "' is not here: " + why);
        }));
        return chosen;
    }

    /**
     * The same, whether they are on this machine or not.
     *
     * @throws SssException INVALID_ARGUMENT for a system that does not exist
     */
    public static List<Engine> known(String names) {
        List<Engine> all = all();
        List<Engine> chosen = new ArrayList<>();
        for (String name : names.split(",", -1)) {
            chosen.add(all.stream()
                    .filter(one -> one.name().equals(name.strip()))
                    .findFirst()
                    .orElseThrow(() -> new SssException(
                            ErrorCode.INVALID_ARGUMENT,
                            "there is no system '" + name.strip()
                                    + "'; --system takes some of "
                                    + all.stream().map(Engine::name).collect(Collectors.joining(",")))));
        }
        return chosen;
    }

    /** Why a system cannot run on this machine, as {@link Engine#missing()}; empty also when nobody knows it. */
    public static Optional<String> missing(String name) {
        return all().stream()
                .filter(engine -> engine.name().equals(name))
                .findFirst()
                .flatMap(Engine::missing);
    }

    private static List<Engine> all() {
        return ServiceLoader.load(Engine.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}

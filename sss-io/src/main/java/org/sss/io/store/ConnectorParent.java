package org.sss.io.store;

import java.util.List;

/**
 * Exposes to connectors the JDK, the API, sss-io and what these share with connectors. The other libraries of a node or
 * client are hidden, so that a connector may have other versions of them. Thread-safe.
 */
final class ConnectorParent extends ClassLoader {
    private static final List<String> SHOWN = List.of(
            "org.sss.api.",
            "org.sss.io.",
            "org.sss.net.block.",
            "org.slf4j.",
            "com.github.luben.zstd.",
            "net.jpountz.");

    private final ClassLoader all;

    ConnectorParent(ClassLoader all) {
        super("sss-connectors", ClassLoader.getPlatformClassLoader());
        this.all = all;
    }

    static {
        registerAsParallelCapable();
    }

    /** Called if the JDK does not have the class. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (SHOWN.stream().anyMatch(name::startsWith)) {
            return all.loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }
}

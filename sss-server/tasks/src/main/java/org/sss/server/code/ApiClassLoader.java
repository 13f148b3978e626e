package org.sss.server.code;

import java.util.List;

/**
 * Exposes the JDK, the API and the logging facade to user code, and hides the server and its libraries. It also exposes
 * the client: deserializing a lambda resolves every signature in the class that contains it, and the main class of a
 * program has methods with a client or a status as argument. Thread-safe.
 */
final class ApiClassLoader extends ClassLoader {
    private static final List<String> SHOWN =
            List.of("org.sss.api.", "org.sss.io.", "org.sss.sketch.", "org.sss.client.", "org.slf4j.");

    private final ClassLoader server;

    ApiClassLoader(ClassLoader server) {
        super("sss-api", ClassLoader.getPlatformClassLoader());
        this.server = server;
    }

    static {
        registerAsParallelCapable();
    }

    /** Called if the JDK does not have the class. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (SHOWN.stream().anyMatch(name::startsWith)) {
            return server.loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }
}

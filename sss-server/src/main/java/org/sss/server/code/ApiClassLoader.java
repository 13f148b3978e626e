package org.sss.server.code;

import java.util.List;

/**
 * Shows user code the JDK, the API and the logging facade, and hides the server and its libraries. Of the client it shows the
 * classes too: reading a lambda back looks at every signature in the class that wrote it, and the main class of a program has
 * methods that take a client or a status. Thread-safe.
 */
final class ApiClassLoader extends ClassLoader {
    private static final List<String> SHOWN = List.of("org.sss.api.", "org.sss.io.", "org.sss.sketch.", "org.sss.client.", "org.sss.net.control.", "org.slf4j.");

    private final ClassLoader server;

    ApiClassLoader(ClassLoader server) {
        super("sss-api", ClassLoader.getPlatformClassLoader());
        this.server = server;
    }

    static {
        registerAsParallelCapable();
    }

    /** Called when the JDK does not have the class. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (SHOWN.stream().anyMatch(name::startsWith)) {
            return server.loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }
}

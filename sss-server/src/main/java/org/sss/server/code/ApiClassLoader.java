package org.sss.server.code;

/** Shows user code the JDK, the API and the logging facade, and hides the server and its libraries. Thread-safe. */
final class ApiClassLoader extends ClassLoader {
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
        if (name.startsWith("org.sss.api.") || name.startsWith("org.slf4j.")) {
            return server.loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }
}

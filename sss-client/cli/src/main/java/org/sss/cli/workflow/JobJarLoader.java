package org.sss.cli.workflow;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads a job and its libraries, which take precedence over those of SSS, as on the nodes: only the API of SSS and the
 * logging facade are the same for both. Thread-safe.
 */
final class JobJarLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    JobJarLoader(URL[] urls, ClassLoader parent) {
        super(urls, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("java.") || name.startsWith("org.sss.") || name.startsWith("org.slf4j.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : loadOwnFirst(name, resolve);
        }
    }

    private Class<?> loadOwnFirst(String name, boolean resolve) throws ClassNotFoundException {
        try {
            return findClass(name);
        } catch (ClassNotFoundException e) {
            return super.loadClass(name, resolve);
        }
    }

    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
    }
}

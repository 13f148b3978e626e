package org.sss.server.code;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;
import org.sss.net.control.TaskDepth;

/** Loads classes from jars. They cannot end the process by {@code System.exit}. Thread-safe. */
final class JobClassLoader extends URLClassLoader implements TaskDepth.Within {
    static {
        registerAsParallelCapable();
    }

    private static final byte[] NOTHING = {};

    private final List<Path> jars;
    /** Opened jars. Not opened by URL, since Java would share those files with other loaders. Guarded by itself. */
    private final Map<Path, JarFile> open = new HashMap<>();
    private final StaticState state = new StaticState(name -> content(name + ".class"));

    private volatile int depth;

    JobClassLoader(List<Path> jars, URL[] urls, ClassLoader parent) {
        super(JobCode.LOADER_NAME, urls, parent);
        this.jars = List.copyOf(jars);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        byte[] content = content(file);
        byte[] guarded = content == null ? null : ExitGuard.guarded(content);
        Class<?> type = guarded == null ? super.findClass(name) : defineClass(name, guarded, 0, guarded.length, source(file));
        state.add(content == null ? NOTHING : content);
        return type;
    }

    @Override
    public int taskDepth() {
        return depth;
    }

    void setTaskDepth(int now) {
        depth = now;
    }

    /** Returns where the classes loaded so far have static state; empty if there is none. */
    Optional<String> state() {
        return state.find();
    }

    /**
     * Returns a code source as for classes defined by Java: a task that submits a workflow uses it to find the jar to
     * send.
     */
    private CodeSource source(String file) {
        for (int i = 0; i < jars.size(); i++) {
            if (content(jars.get(i), file) != null) {
                return new CodeSource(getURLs()[i], (Certificate[]) null);
            }
        }
        return null;
    }

    private byte[] content(String file) {
        return jars.stream().map(jar -> content(jar, file)).filter(Objects::nonNull).findFirst().orElse(null);
    }

    private byte[] content(Path jar, String file) {
        try {
            return Files.isDirectory(jar) ? fromDirectory(jar.resolve(file)) : fromJar(jar, file);
        } catch (IOException e) {
            // The usual loading reports what is wrong.
            return null;
        }
    }

    private static byte[] fromDirectory(Path file) throws IOException {
        return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
    }

    private byte[] fromJar(Path path, String file) throws IOException {
        JarFile jar;
        synchronized (open) {
            jar = open.get(path);
            if (jar == null) {
                jar = new JarFile(new File(path.toString()), false, ZipFile.OPEN_READ, JarFile.runtimeVersion());
                open.put(path, jar);
            }
        }
        JarEntry entry = jar.getJarEntry(file);
        if (entry == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (open) {
            for (JarFile jar : open.values()) {
                jar.close();
            }
            open.clear();
        }
        super.close();
    }
}

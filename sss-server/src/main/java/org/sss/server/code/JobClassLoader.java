package org.sss.server.code;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;

/** The classes of jars, which cannot end the process by {@code System.exit}. Thread-safe. */
final class JobClassLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final byte[] NOTHING = {};

    private final List<Path> jars;
    /** Those that were opened. Not by their URLs, whose files Java would share with other loaders. Guarded by itself. */
    private final Map<Path, JarFile> open = new HashMap<>();
    private final StaticState state = new StaticState(name -> content(name + ".class"));

    JobClassLoader(List<Path> jars, URL[] urls, ClassLoader parent) {
        super(JobCode.LOADER_NAME, urls, parent);
        this.jars = List.copyOf(jars);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] content = content(name.replace('.', '/') + ".class");
        byte[] guarded = content == null ? null : ExitGuard.guarded(content);
        Class<?> type = guarded == null ? super.findClass(name) : defineClass(name, guarded, 0, guarded.length);
        state.add(content == null ? NOTHING : content);
        return type;
    }

    /** Where classes that were loaded so far keep state, for people; empty when they keep none. */
    Optional<String> state() {
        return state.find();
    }

    private byte[] content(String file) {
        try {
            for (Path jar : jars) {
                byte[] content = Files.isDirectory(jar) ? fromDirectory(jar.resolve(file)) : fromJar(jar, file);
                if (content != null) {
                    return content;
                }
            }
        } catch (IOException e) {
            // Loading it in the usual way says what is wrong.
        }
        return null;
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

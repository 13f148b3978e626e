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
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;
import org.sss.api.engine.TaskExit;
import org.sss.net.control.NestingLevel;
import org.sss.net.control.TaskName;

/** Loads classes from jars. They {@linkplain ExitGuard cannot end} the process. Thread-safe. */
final class JobClassLoader extends URLClassLoader implements NestingLevel.Within, TaskName.Within, TaskExit.Listener {
    static {
        registerAsParallelCapable();
    }

    private static final byte[] NOTHING = {};

    private final List<Path> jars;
    /** Opened jars. Not opened by URL, since Java would share those files with other loaders. Guarded by itself. */
    private final Map<Path, JarFile> open = new HashMap<>();

    private final StaticState state = new StaticState(name -> content(name + ".class"));

    /** Running tasks by the thread group of their slot, which also has the threads that they start. */
    private final Map<ThreadGroup, TaskExit.Listener> tasks = new ConcurrentHashMap<>();

    private volatile int depth;
    private volatile String workflow;

    JobClassLoader(List<Path> jars, URL[] urls, ClassLoader parent) {
        super(JobCode.LOADER_NAME, urls, parent);
        this.jars = List.copyOf(jars);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        byte[] content = content(file);
        if (content != null) {
            TlsDefaults.readBefore(content);
        }
        byte[] guarded = content == null ? null : ExitGuard.guarded(content);
        Class<?> type = guarded == null ? super.findClass(name) : define(name, guarded, file);
        state.add(content == null ? NOTHING : content);
        return type;
    }

    /** As the superclass does for a class that is not changed. */
    private Class<?> define(String name, byte[] guarded, String file) {
        CodeSource source = source(file);
        int end = name.lastIndexOf('.');
        if (source != null && end > 0 && getDefinedPackage(name.substring(0, end)) == null) {
            definePackage(name.substring(0, end), source.getLocation());
        }
        return defineClass(name, guarded, 0, guarded.length, source);
    }

    private void definePackage(String name, URL location) {
        try {
            Path jar = jars.get(List.of(getURLs()).indexOf(location));
            Manifest manifest = Files.isDirectory(jar) ? null : opened(jar).getManifest();
            definePackage(name, manifest == null ? new Manifest() : manifest, location);
        } catch (IOException | IllegalArgumentException e) {
            // It has no manifest, or another thread has defined the package.
        }
    }

    void started(ThreadGroup group, TaskExit.Listener task) {
        tasks.put(group, task);
    }

    void ended(ThreadGroup group) {
        tasks.remove(group);
    }

    /**
     * Fails the task whose thread group the calling thread belongs to. A thread of no task, as in the JDK's pool, fails
     * all of them.
     */
    @Override
    public void refused(String what) {
        for (ThreadGroup group = Thread.currentThread().getThreadGroup(); group != null; group = group.getParent()) {
            TaskExit.Listener task = tasks.get(group);
            if (task != null) {
                task.refused(what);
                return;
            }
        }
        tasks.values().forEach(task -> task.refused(what));
    }

    @Override
    public int taskDepth() {
        return depth;
    }

    @Override
    public String taskName() {
        return workflow;
    }

    void setTask(String nextWorkflow, int nextDepth) {
        workflow = nextWorkflow;
        depth = nextDepth;
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
        return jars.stream()
                .map(jar -> content(jar, file))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
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
        JarFile jar = opened(path);
        JarEntry entry = jar.getJarEntry(file);
        if (entry == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    private JarFile opened(Path path) throws IOException {
        synchronized (open) {
            JarFile jar = open.get(path);
            if (jar == null) {
                jar = new JarFile(new File(path.toString()), false, ZipFile.OPEN_READ, JarFile.runtimeVersion());
                open.put(path, jar);
            }
            return jar;
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

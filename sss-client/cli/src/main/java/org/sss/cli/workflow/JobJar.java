package org.sss.cli.workflow;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.SssJob;
import org.sss.api.Workflow;
import org.sss.server.code.Thrown;

/** A jar with a job. One thread; while it is open, its class loader is the context class loader of that thread. */
public final class JobJar implements AutoCloseable {
    private static final int OLDEST_JAVA = 17;

    private final Path jar;
    private final Map<String, Throwable> notLoaded = new LinkedHashMap<>();
    private final List<Path> libraries;
    private final URLClassLoader loader;
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final Class<? extends SssJob> job;

    private JobJar(Path jar, JobJarOptions how) throws IOException {
        this.jar = jar;
        libraries = how.libraries();
        loader = new JobJarLoader(urls(jar, libraries), JobJar.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        try {
            job = how.className() == null ? find() : named(how.className());
        } catch (RuntimeException | IOException e) {
            close();
            throw e;
        }
    }

    /** @throws SssException if there is no such jar, or not exactly one job to choose */
    public static JobJar open(Path jar, JobJarOptions how) throws IOException {
        if (!Files.isRegularFile(jar)) {
            throw new SssException(
                    ErrorCode.NOT_FOUND, "jar '" + jar + "' does not exist or is not a file; check the path");
        }
        try {
            return new JobJar(jar, how);
        } catch (ZipException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "'" + jar + "' is not a jar: " + e.getMessage(), e);
        }
    }

    /** Defines the workflow, with the libraries. */
    public Workflow workflow(List<String> args) {
        Workflow workflow = defined(args);
        libraries.forEach(workflow::addJar);
        return workflow;
    }

    private Workflow defined(List<String> args) {
        Workflow workflow;
        try {
            workflow = job.getConstructor().newInstance().define(args.toArray(String[]::new));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw invalid(
                    "class " + job.getName() + " must be public and have a public constructor without arguments", e);
        } catch (SssException | OutOfMemoryError e) {
            throw e;
        } catch (Exception | Error e) {
            throw undefined(args, e instanceof InvocationTargetException ? e.getCause() : e);
        }
        if (workflow == null) {
            throw invalid(
                    "class " + job.getName() + " returned null for the arguments " + args + "; return a Workflow",
                    null);
        }
        return workflow;
    }

    private static URL[] urls(Path jar, List<Path> libraries) throws IOException {
        List<URL> urls = new ArrayList<>(List.of(jar.toUri().toURL()));
        for (Path library : libraries) {
            urls.add(library.toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    private SssException undefined(List<String> args, Throwable cause) {
        String where = Stream.of(Thrown.frames(cause))
                .filter(frame -> frame.getClassName().startsWith(job.getName()))
                .findFirst()
                .map(frame -> " at " + frame)
                .orElse("");
        String hint = cause instanceof NoClassDefFoundError
                ? "; give the jar with that class with --jars"
                : cause instanceof ArrayIndexOutOfBoundsException && !where.isEmpty()
                        ? "; does it need more arguments? Put them after the jar"
                        : "";
        return invalid(
                "class " + job.getName() + " failed to define its workflow for the arguments " + args + ": "
                        + Thrown.text(cause) + where + hint,
                cause);
    }

    @Override
    public void close() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        loader.close();
    }

    private Class<? extends SssJob> named(String name) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            if (isJob(type)) {
                return type.asSubclass(SssJob.class);
            }
            throw invalid("class " + name + " does not implement org.sss.api.SssJob, or is abstract", null);
        } catch (ClassNotFoundException e) {
            throw invalid("it has no class " + name + others(), e);
        } catch (LinkageError | SecurityException e) {
            throw invalid("cannot load class " + name + ": " + explained(e), e);
        }
    }

    /** Returns the main class if it is a job, else the only job in the jar. */
    private Class<? extends SssJob> find() throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            String main = file.getManifest() == null
                    ? null
                    : file.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            List<Class<?>> jobs = jobs(file);
            List<Class<?>> mains =
                    jobs.stream().filter(type -> type.getName().equals(main)).toList();
            List<Class<?>> chosen = mains.isEmpty() ? jobs : mains;
            if (chosen.size() == 1) {
                return chosen.get(0).asSubclass(SssJob.class);
            }
            throw invalid(
                    jobs.isEmpty()
                            ? "it has no public class that implements org.sss.api.SssJob" + unloaded()
                            : "it has several jobs: "
                                    + jobs.stream().map(Class::getName).sorted().toList() + "; choose one with --class",
                    null);
        }
    }

    private List<Class<?>> jobs(JarFile file) {
        return file.stream()
                .map(entry -> entry.getName())
                .filter(name -> name.endsWith(".class") && !name.contains("-info") && !name.startsWith("META-INF/"))
                .<Class<?>>map(this::load)
                .filter(JobJar::isJob)
                .toList();
    }

    /** Lists the jobs of the jar, for an error message. */
    private String others() {
        try (JarFile file = new JarFile(jar.toFile())) {
            List<Class<?>> jobs = jobs(file);
            return jobs.isEmpty()
                    ? ""
                    : "; its jobs are "
                            + jobs.stream().map(Class::getName).sorted().toList();
        } catch (IOException e) {
            return "";
        }
    }

    private Class<?> load(String entry) {
        String name = entry.substring(0, entry.length() - ".class".length()).replace('/', '.');
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError | SecurityException e) {
            notLoaded.putIfAbsent(name, e);
            return Object.class;
        }
    }

    /** Names the first class that could not be loaded, as it may be the job. */
    private String unloaded() {
        return notLoaded.entrySet().stream()
                .findFirst()
                .map(first -> "; cannot load class " + first.getKey() + ": " + explained(first.getValue()))
                .orElse("");
    }

    private static String explained(Throwable e) {
        return e instanceof UnsupportedClassVersionError
                ? "it was compiled for a newer Java than " + Runtime.version().feature()
                        + "; compile it with --release " + OLDEST_JAVA
                        + ", or set JAVA_HOME to the newer Java, also for all nodes"
                : e instanceof NoClassDefFoundError
                        ? "it needs " + e.getMessage() + ", which is missing; give its jar with --jars"
                        : e instanceof SecurityException
                                ? e.getMessage() + "; the signature belongs to a library that was packed into the jar:"
                                        + " exclude META-INF/*.SF, *.DSA, *.RSA and *.EC"
                                : e.toString();
    }

    private static boolean isJob(Class<?> type) {
        return SssJob.class.isAssignableFrom(type) && !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
    }

    private SssException invalid(String what, Throwable cause) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "jar '" + jar + "': " + what, cause);
    }
}

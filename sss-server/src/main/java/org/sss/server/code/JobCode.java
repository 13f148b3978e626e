package org.sss.server.code;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.SssException;

/**
 * The class loader of one workflow's code, and the jobs that are read with it. Thread-safe. Close it when no task runs that
 * code any more.
 */
public final class JobCode implements AutoCloseable {
    private final ClassLoader loader;
    private final URLClassLoader owned;

    private JobCode(ClassLoader loader, URLClassLoader owned) {
        this.loader = loader;
        this.owned = owned;
    }

    /**
     * Code from jars alone: it sees the JDK, {@code org.sss.api} and {@code org.slf4j}, and nothing else of the server, so it
     * may bring other versions of the server's libraries.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when a path cannot be a URL
     */
    public static JobCode isolated(List<Path> jars) {
        URL[] urls = jars.stream().map(JobCode::url).toArray(URL[]::new);
        URLClassLoader loader = new URLClassLoader("sss-job", urls, new ApiClassLoader(JobCode.class.getClassLoader()));
        return new JobCode(loader, loader);
    }

    /** Code that this JVM has anyway, for a cluster embedded in the user's program. Closing it does nothing. */
    public static JobCode shared(ClassLoader loader) {
        return new JobCode(loader, null);
    }

    public ClassLoader loader() {
        return loader;
    }

    /**
     * Reads what {@link JobBytes#write} wrote. Each call gives a copy of its own, so tasks share no object.
     *
     * @throws SssException {@link ErrorCode#USER_CODE} when a class is missing or the objects cannot be made
     */
    public Job readJob(byte[] functions) {
        try (ObjectInputStream in = new JobInput(new ByteArrayInputStream(functions), loader)) {
            return (Job) in.readObject();
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError | StackOverflowError e) {
            String missing = MissingClass.explain(e);
            throw new SssException(ErrorCode.USER_CODE, "the functions of a job cannot be read: "
                    + (missing != null ? missing : e + "; the client may have run another version of the code than it sent"),
                    null, trace(e));
        }
    }

    @Override
    public void close() {
        if (owned != null) {
            try {
                owned.close();
            } catch (IOException e) {
                throw new SssException(ErrorCode.STORAGE, "closing the jars of a workflow: " + e, e);
            }
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "'" + jar + "' cannot be a class path entry", e);
        }
    }

    private static String trace(Throwable t) {
        java.io.StringWriter text = new java.io.StringWriter();
        t.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }

    /** Finds classes with the loader of the job, not with that of whoever calls. */
    private static final class JobInput extends ObjectInputStream {
        private final ClassLoader loader;

        JobInput(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                if (description.getName().indexOf('.') < 0) {
                    // int and its like have no loader.
                    return super.resolveClass(description);
                }
                throw e;
            }
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
            Class<?>[] classes = new Class<?>[interfaces.length];
            for (int i = 0; i < classes.length; i++) {
                classes[i] = Class.forName(interfaces[i], false, loader);
            }
            return java.lang.reflect.Proxy.newProxyInstance(loader, classes, (proxy, method, args) -> null).getClass();
        }
    }
}

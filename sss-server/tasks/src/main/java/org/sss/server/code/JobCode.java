package org.sss.server.code;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.SssException;
import org.sss.api.engine.JobBytes;
import org.sss.api.engine.TaskExit;

/**
 * The class loader of a workflow's code, which also deserializes its jobs. Thread-safe. Close it when no task runs the
 * code any more.
 */
public final class JobCode implements AutoCloseable {
    /** Name in stack traces of the loader of classes from jars. */
    public static final String LOADER_NAME = "sss-job";

    private static final String UNREADABLE = "the functions of a job cannot be read: ";

    private final ClassLoader loader;
    private final JobClassLoader owned;
    private final Map<Object, Object> changes = Collections.synchronizedMap(new LinkedHashMap<>());

    private JobCode(ClassLoader loader, JobClassLoader owned) {
        this.loader = loader;
        this.owned = owned;
    }

    /**
     * Returns code from jars only: it sees the JDK, {@code org.sss.api} and {@code org.slf4j}, but nothing else of the
     * server, so it may contain other versions of the server's libraries.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if a path cannot be a URL
     */
    public static JobCode isolated(List<Path> jars) {
        URL[] urls = jars.stream().map(JobCode::url).toArray(URL[]::new);
        JobClassLoader loader = new JobClassLoader(jars, urls, new ApiClassLoader(JobCode.class.getClassLoader()));
        return new JobCode(loader, loader);
    }

    /** Returns code of this JVM, for a cluster embedded in the user's program. Closing it does nothing. */
    public static JobCode shared(ClassLoader loader) {
        return new JobCode(loader, null);
    }

    /** Returns whether the classes are those of the whole JVM, not of one workflow. */
    public boolean isShared() {
        return owned == null;
    }

    /**
     * Returns where another workflow with the same jars could see state of this one; empty if there is provably no such
     * state.
     */
    public Optional<String> state() {
        return owned == null ? Optional.empty() : owned.state();
    }

    /**
     * Called before code of a workflow runs.
     *
     * @param depth of the workflow
     */
    public void setWorkflow(String workflow, int depth) {
        changes.clear();
        if (owned != null) {
            owned.setTask(workflow, depth + 1);
        }
    }

    /**
     * What the workflow has changed of the process, between its tasks. Used under the lock of {@link ProcessDefaults}.
     */
    Map<Object, Object> changes() {
        return changes;
    }

    public ClassLoader loader() {
        return loader;
    }

    /**
     * Called before a task runs the code; {@link #ended} is called afterwards.
     *
     * @param group  of the threads of the task, which no other running task has
     * @param broken gets the calls that would end the process
     */
    public void started(ThreadGroup group, TaskExit.Listener broken) {
        if (owned != null) {
            owned.started(group, broken);
        }
    }

    public void ended(ThreadGroup group) {
        if (owned != null) {
            owned.ended(group);
        }
    }

    /**
     * Deserializes what {@link JobBytes#write} wrote. Each call returns a new copy, so tasks share no objects.
     *
     * @throws SssException {@link ErrorCode#USER_CODE} if a class is missing or {@linkplain JobFilter refused}, or the
     *     objects cannot be created
     */
    public Job readJob(byte[] functions) {
        try (JobInput in = new JobInput(functions, loader)) {
            return read(in);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static Job read(JobInput in) {
        try {
            return (Job) in.readObject();
        } catch (OutOfMemoryError | InternalError e) {
            throw e;
        } catch (Throwable e) {
            if (in.filter.refusal() != null) {
                throw new SssException(ErrorCode.USER_CODE, UNREADABLE + in.filter.refusal(), null, Thrown.trace(e));
            }
            // Java continues without the class and may fail later for that reason, so the first cause is recorded.
            throw unreadable(in.missing != null ? in.missing : e);
        }
    }

    private static SssException unreadable(Throwable t) {
        String missing = MissingClass.explain(t);
        return new SssException(
                ErrorCode.USER_CODE,
                UNREADABLE
                        + (missing != null
                                ? missing
                                : Thrown.text(t)
                                        + "; the client may have run another version of the code than it sent"),
                null,
                Thrown.trace(t));
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

    /** Resolves classes with the loader of the job, not with that of the caller. */
    private static final class JobInput extends ObjectInputStream {
        private static final Set<String> PRIMITIVE =
                Set.of("boolean", "byte", "char", "short", "int", "long", "float", "double", "void");

        private final ClassLoader loader;
        private final JobFilter filter;
        private ClassNotFoundException missing;

        JobInput(byte[] functions, ClassLoader loader) throws IOException {
            super(new ByteArrayInputStream(functions));
            this.loader = loader;
            filter = new JobFilter(loader, functions.length);
            setObjectInputFilter(filter);
            enableResolveObject(true);
        }

        @Override
        protected Object resolveObject(Object read) throws InvalidObjectException {
            filter.check(read);
            return read;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            // Primitive types have no loader.
            return PRIMITIVE.contains(description.getName())
                    ? super.resolveClass(description)
                    : find(description.getName());
        }

        /** For annotations, for example. Same as in Java, except for the loader. */
        @Override
        @SuppressWarnings("deprecation") // its replacement also needs a handler
        protected Class<?> resolveProxyClass(String[] names) throws IOException, ClassNotFoundException {
            ClassLoader definer = loader;
            Class<?>[] interfaces = new Class<?>[names.length];
            for (int i = 0; i < names.length; i++) {
                interfaces[i] = find(names[i]);
                definer = Modifier.isPublic(interfaces[i].getModifiers()) ? definer : interfaces[i].getClassLoader();
            }
            try {
                return Proxy.getProxyClass(definer, interfaces);
            } catch (IllegalArgumentException e) {
                throw new ClassNotFoundException(null, e);
            }
        }

        private Class<?> find(String name) throws ClassNotFoundException {
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException e) {
                missing = missing == null ? e : missing;
                throw e;
            }
        }
    }
}

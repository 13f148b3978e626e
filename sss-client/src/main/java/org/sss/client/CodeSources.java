package org.sss.client;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.invoke.SerializedLambda;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.SssException;

/**
 * Finds the jars and class directories that the functions of jobs come from, by serializing the jobs into nothing and
 * noting each class on the way: those of objects, the ones in which lambdas were written, and those that method references
 * name. One thread, one use.
 */
final class CodeSources extends ObjectOutputStream {
    private final Predicate<Class<?>> onNodes;
    private final Set<Path> paths = new LinkedHashSet<>();

    /** @param onNodes whether the nodes have a class anyway */
    CodeSources(Predicate<Class<?>> onNodes) throws IOException {
        super(OutputStream.nullOutputStream());
        this.onNodes = onNodes;
        enableReplaceObject(true);
    }

    /** In the order in which they were met. */
    static Set<Path> of(Iterable<? extends Job> jobs, Predicate<Class<?>> onNodes) {
        try (CodeSources sources = new CodeSources(onNodes)) {
            for (Job job : jobs) {
                sources.writeObject(job);
            }
            return sources.paths;
        } catch (IOException e) {
            throw new SssException(ErrorCode.USER_CODE, "a job cannot be serialized: " + e
                    + "; what its functions use from outside must be Serializable", e);
        }
    }

    @Override
    protected void annotateClass(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            note(c.isArray() ? c.getComponentType() : c);
        }
    }

    @Override
    protected void annotateProxyClass(Class<?> type) {
        for (Class<?> face : type.getInterfaces()) {
            note(face);
        }
    }

    @Override
    protected Object replaceObject(Object object) {
        if (object instanceof SerializedLambda lambda) {
            noteByName(lambda.getImplClass());
        }
        return object;
    }

    private void noteByName(String internalName) {
        try {
            note(Class.forName(internalName.replace('/', '.'), false, Thread.currentThread().getContextClassLoader()));
        } catch (ClassNotFoundException e) {
            // Loaded by a loader that only the capturing class knows; that class's own source is sent in any case.
        }
    }

    private void note(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null || onNodes.test(type)
                || !"file".equals(source.getLocation().getProtocol())) {
            return;
        }
        try {
            paths.add(Path.of(source.getLocation().toURI()));
        } catch (URISyntaxException e) {
            throw new SssException(ErrorCode.USER_CODE, "class " + type.getName() + " comes from '" + source.getLocation()
                    + "', which is no file; add its jar with addJar(...)", e);
        }
    }
}

package org.sss.client.code;

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
import org.sss.api.code.JobBytes;

/**
 * Finds the jars and class directories of the functions of jobs, by recording each class during the serialization of the jobs:
 * classes of objects, capturing classes of lambdas, and classes that method references name. One thread, one use.
 */
public final class CodeSources {
    private final Predicate<Class<?>> onNodes;
    private final Set<Path> paths = new LinkedHashSet<>();

    /** @param onNodes whether the nodes already have a class */
    CodeSources(Predicate<Class<?>> onNodes) {
        this.onNodes = onNodes;
    }

    /** Serializes the job like {@link JobBytes#write(Job)}. */
    public byte[] write(Job job) {
        return JobBytes.write(job, Noting::new);
    }

    /** In the order in which they were found. */
    Set<Path> paths() {
        return paths;
    }

    /** Records classes; its output is that of any object stream. */
    private final class Noting extends ObjectOutputStream {
        Noting(OutputStream out) throws IOException {
            super(out);
            enableReplaceObject(true);
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
    }

    private void noteByName(String internalName) {
        try {
            note(Class.forName(internalName.replace('/', '.'), false, Thread.currentThread().getContextClassLoader()));
        } catch (ClassNotFoundException e) {
            // Not visible to this class loader; the source of the capturing class is sent in any case.
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
                    + "', which is not a file; add its jar with addJar(...)", e);
        }
    }
}

package org.sss.client.code;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.sss.api.Job;
import org.sss.api.engine.JobBytes;

/**
 * Finds the jars and class directories of the functions of jobs, by recording each class during the serialization of
 * the jobs: classes of objects with their supertypes, capturing classes of lambdas, and classes that method references
 * name. One thread, one use.
 */
public final class CodeSources {
    private final Predicate<Class<?>> onNodes;
    private final Set<Class<?>> seen = new LinkedHashSet<>();
    /** By location. */
    private final Map<String, CodePart> parts = new LinkedHashMap<>();

    private final LoadedClasses loaded = new LoadedClasses();
    private final Set<String> statics = new LinkedHashSet<>();

    /** @param onNodes whether the nodes already have a class */
    CodeSources(Predicate<Class<?>> onNodes) {
        this.onNodes = onNodes;
    }

    /** Serializes the job like {@link JobBytes#write(Job)}. */
    public byte[] write(Job job) {
        List<Noting> streams = new ArrayList<>();
        byte[] bytes = JobBytes.write(job, out -> {
            Noting stream = new Noting(out);
            streams.add(stream);
            return stream;
        });
        streams.forEach(Noting::noteNamed);
        return bytes;
    }

    /**
     * Returns descriptions of {@linkplain StaticFields static fields} that the functions read and that differ on the
     * nodes.
     */
    public Set<String> statics() {
        return statics;
    }

    /** In the order in which they were found. */
    Collection<CodePart> parts() {
        return parts.values();
    }

    /** Classes that are in none of {@link #parts}. */
    LoadedClasses loaded() {
        return loaded;
    }

    /** Records the code of a class and of its supertypes. */
    void note(Class<?> type) {
        if (type.isArray()) {
            note(type.getComponentType());
        } else if (!type.isPrimitive() && seen.add(type) && !onNodes.test(type)) {
            ClassOrigin origin = ClassOrigin.of(type);
            if (!origin.ofJava()) {
                note(type, origin);
            }
        }
    }

    private void note(Class<?> type, ClassOrigin origin) {
        if (origin.part() == null) {
            loaded.add(type);
        } else {
            parts.putIfAbsent(ClassOrigin.location(type).toExternalForm(), origin.part());
        }
        if (type.getSuperclass() != null) {
            note(type.getSuperclass());
        }
        for (Class<?> face : type.getInterfaces()) {
            note(face);
        }
    }

    /** Records classes; its output is that of any object stream. */
    private final class Noting extends ObjectOutputStream {
        /** Capturing classes of lambdas by name. */
        private final Map<String, Class<?>> classes = new HashMap<>();

        private final Set<SerializedLambda> lambdas = new LinkedHashSet<>();

        Noting(OutputStream out) throws IOException {
            super(out);
            enableReplaceObject(true);
        }

        @Override
        protected void annotateClass(Class<?> type) {
            classes.put(type.getName().replace('.', '/'), type);
            note(type);
            if (CodeBundle.isOfUser(type)) {
                statics.addAll(StaticFields.readBy(type));
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
                lambdas.add(lambda);
            }
            return object;
        }

        /** Records what lambdas name, as seen by the class that contains them. */
        void noteNamed() {
            for (SerializedLambda lambda : lambdas) {
                Class<?> capturing = classes.get(lambda.getCapturingClass());
                Class<?> type = noteByName(lambda.getImplClass(), capturing);
                if (type != null && CodeBundle.isOfUser(type)) {
                    statics.addAll(
                            StaticFields.readBy(type, lambda.getImplMethodName(), lambda.getImplMethodSignature()));
                }
                noteByName(lambda.getFunctionalInterfaceClass(), capturing);
            }
        }
    }

    /** Returns the class, or null if it is not visible. */
    private Class<?> noteByName(String internalName, Class<?> by) {
        try {
            Class<?> type = Class.forName(
                    internalName.replace('/', '.'),
                    false,
                    by == null ? Thread.currentThread().getContextClassLoader() : by.getClassLoader());
            note(type);
            return type;
        } catch (ClassNotFoundException | LinkageError e) {
            // The code of the capturing class is sent in any case.
            return null;
        }
    }
}

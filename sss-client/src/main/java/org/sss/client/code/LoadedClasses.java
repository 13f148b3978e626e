package org.sss.client.code;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Classes that are only in their class loaders: of programs that Java compiles in memory, of JShell, of scripts, of
 * archives that a server reads by itself. Their bytes are read through the loader, with those of the classes that they
 * name and that are only there, too. One thread.
 */
final class LoadedClasses {
    private final Set<Class<?>> roots = new LinkedHashSet<>();

    void add(Class<?> type) {
        roots.add(type);
    }

    boolean isEmpty() {
        return roots.isEmpty();
    }

    /**
     * Reads the classes.
     *
     * @param isAdded whether a jar that the user has added contains a file
     * @throws SssException USER_CODE for a class that cannot be read and is in no such jar
     */
    CodePart.OfClasses read(Predicate<String> isAdded) {
        Map<String, byte[]> files = new TreeMap<>();
        Set<Class<?>> seen = new LinkedHashSet<>(roots);
        Deque<Class<?>> next = new ArrayDeque<>(roots);
        while (!next.isEmpty()) {
            Class<?> type = next.remove();
            byte[] content = content(type);
            if (content == null) {
                check(type, isAdded);
                continue;
            }
            files.put(ClassOrigin.fileName(type), content);
            for (String name : ClassReferences.of(content)) {
                Class<?> named = named(name, type);
                if (named != null && seen.add(named)) {
                    next.add(named);
                }
            }
        }
        return new CodePart.OfClasses(files);
    }

    /** What a class only names may never be used, so only the classes of the functions themselves must be readable. */
    private void check(Class<?> type, Predicate<String> isAdded) {
        if (roots.contains(type) && !isAdded.test(ClassOrigin.fileName(type))) {
            throw new SssException(
                    ErrorCode.USER_CODE,
                    "class " + type.getName() + " cannot be sent to the nodes: it comes from "
                            + place(type)
                            + ", which is neither a jar nor a directory with its class file, and its class loader ("
                            + type.getClassLoader().getClass().getName()
                            + ") does not give its bytes; compile it into a jar and add that with"
                            + " Workflow.addJar(path)");
        }
    }

    private static String place(Class<?> type) {
        URL url = ClassOrigin.location(type);
        return type.isHidden() ? "memory (it is a hidden class)" : url == null ? "an unknown place" : "'" + url + "'";
    }

    private static byte[] content(Class<?> type) {
        if (type.isHidden()) {
            return null;
        }
        try (InputStream in = type.getClassLoader().getResourceAsStream(ClassOrigin.fileName(type))) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns a class that is only in its class loader, too; else null. */
    private static Class<?> named(String name, Class<?> by) {
        if (name.startsWith("java/")) {
            return null;
        }
        try {
            Class<?> type = Class.forName(name.replace('/', '.'), false, by.getClassLoader());
            ClassOrigin origin = ClassOrigin.of(type);
            return origin.ofJava() || origin.part() != null ? null : type;
        } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
            // Text that only looks like the name of a class, or a class that this program never uses.
            return null;
        }
    }
}

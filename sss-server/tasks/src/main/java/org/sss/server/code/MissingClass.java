package org.sss.server.code;

/** Detects that user code lacks a class. Stateless. */
public final class MissingClass {
    private static final int MAX_DEPTH = 20;

    private MissingClass() {}

    /** Returns what is missing and the remedy, or null if {@code t} is another error. */
    public static String explain(Throwable t) {
        int depth = 0;
        for (Throwable cause = t; cause != null && depth < MAX_DEPTH; cause = Thrown.cause(cause), depth++) {
            if (cause instanceof ClassNotFoundException || cause instanceof NoClassDefFoundError) {
                return explain(Thrown.message(cause), cause);
            }
        }
        return null;
    }

    private static String explain(String name, Throwable t) {
        if (name == null || name.contains(" ")) {
            // "Could not initialize class X": the class exists, but its static initializer failed.
            Throwable cause = Thrown.cause(t);
            String why = cause == null ? "see the first error of this kind" : "with " + Thrown.message(cause);
            return name == null
                    ? null
                    : t.getClass().getSimpleName() + ": " + name + "; its static initializer failed before, " + why;
        }
        return "class " + name.replace('/', '.')
                + " is missing: it is in none of the jars sent with the workflow; add it with"
                + " Workflow.addJar(path) or addJarOf(class), or with 'sss run --jars FILE'";
    }
}

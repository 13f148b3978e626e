package org.sss.net.control;

import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.util.Iterator;

/**
 * Nesting depth of the calling code in tasks. A task may submit a workflow and wait for it; the tasks of that workflow
 * run in threads of their own, since the waiting tasks might otherwise occupy all threads. Stateless.
 */
public final class NestingLevel {
    /** Maximum depth at which a workflow may be submitted. */
    public static final int MAX = 8;
    /** Environment variable of programs that tasks run. */
    public static final String VARIABLE = "SSS_TASK_DEPTH";

    private static final StackWalker WALKER = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

    private NestingLevel() {}

    /** A thread group or class loader of tasks. */
    public interface Within {
        /**
         * 1 in a task of a workflow that was submitted from outside of tasks, 2 in a task of a workflow that such a
         * task submitted.
         */
        int taskDepth();
    }

    /**
     * Returns 0 outside of tasks. Threads that a task has started are recognised by their thread group; those of the
     * JDK's common pool by the class loader of the calling code; programs that a task runs by their environment.
     */
    public static int ofCaller() {
        int depth = Math.max(ofThread(), ofCode());
        return depth > 0 ? depth : ofProcess();
    }

    private static int ofThread() {
        for (ThreadGroup group = Thread.currentThread().getThreadGroup(); group != null; group = group.getParent()) {
            if (group instanceof Within within) {
                return within.taskDepth();
            }
        }
        return 0;
    }

    private static int ofCode() {
        return WALKER.walk(frames -> {
            for (Iterator<StackFrame> each = frames.iterator(); each.hasNext(); ) {
                if (each.next().getDeclaringClass().getClassLoader() instanceof Within loader) {
                    return loader.taskDepth();
                }
            }
            return 0;
        });
    }

    private static int ofProcess() {
        String depth = System.getenv(VARIABLE);
        return depth != null && depth.matches("[1-9]") ? Integer.parseInt(depth) : 0;
    }
}

package org.sss.net.control;

import java.lang.StackWalker.Option;

/** The name of the task that the calling code belongs to, for what it prints and logs. Stateless. */
public final class TaskName {
    private TaskName() {}

    /** A thread group or class loader of tasks. */
    public interface Within {
        /** Such as {@code wf-3 map-1/2}, workflow, job and task, or only the workflow; null if no task runs there. */
        String taskName();
    }

    /**
     * Returns null outside of tasks. Threads that a task has started are recognised by their thread group; others, such
     * as those of the JDK's common pool, by the class loader of the calling code.
     */
    public static String ofCaller() {
        for (ThreadGroup group = Thread.currentThread().getThreadGroup(); group != null; group = group.getParent()) {
            if (group instanceof Within within) {
                String name = within.taskName();
                return name != null ? name : ofCode();
            }
        }
        return ofCode();
    }

    private static String ofCode() {
        return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                        .filter(Within.class::isInstance)
                        .findFirst())
                .map(loader -> ((Within) loader).taskName())
                .orElse(null);
    }
}

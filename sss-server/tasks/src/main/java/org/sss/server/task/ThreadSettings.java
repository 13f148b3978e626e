package org.sss.server.task;

import java.util.ArrayList;
import java.util.List;
import org.sss.net.control.Remarks;

/**
 * Settings of a thread that runs tasks, which code of a job can change: the next task gets them as they were.
 * Immutable.
 *
 * @param groupPriority the highest priority of threads in its group
 */
record ThreadSettings(String name, int priority, int groupPriority, ClassLoader loader) {
    static ThreadSettings of(Thread thread) {
        return new ThreadSettings(
                thread.getName(),
                thread.getPriority(),
                thread.getThreadGroup().getMaxPriority(),
                thread.getContextClassLoader());
    }

    /** Returns what code of a task has changed, except the class loader, as warnings. */
    Remarks changed(Thread thread) {
        ThreadSettings now = of(thread);
        if (now.name.equals(name) && now.priority == priority && now.groupPriority == groupPriority) {
            return Remarks.NONE;
        }
        List<String> warnings = new ArrayList<>();
        if (!now.name.equals(name)) {
            warnings.add("its code changed the name of the task's thread; it was set back afterwards");
        }
        if (now.priority != priority || now.groupPriority != groupPriority) {
            warnings.add("its code changed the priority of the task's thread; it was set back afterwards");
        }
        return new Remarks(warnings, List.of());
    }

    @SuppressWarnings("ThreadPriorityCheck") // sets back what user code has changed
    void restore(Thread thread) {
        if (thread.getThreadGroup().getMaxPriority() != groupPriority) {
            thread.getThreadGroup().setMaxPriority(groupPriority);
        }
        if (thread.getPriority() != priority) {
            thread.setPriority(priority);
        }
        if (!thread.getName().equals(name)) {
            thread.setName(name);
        }
        thread.setContextClassLoader(loader);
    }
}

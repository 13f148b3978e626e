package org.sss.api.engine;

import java.lang.StackWalker.Option;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Set;

/**
 * Replaces {@link System#exit} and other methods that end the process, in the code of jobs on nodes: a call throws, and
 * the job fails, even if the exception is caught or another thread than that of the task has called. Thread-safe.
 */
public final class TaskExit {
    private static final Set<Class<?>> OWNERS = Set.of(System.class, Runtime.class);
    private static final Set<String> NAMES = Set.of("exit", "halt", "addShutdownHook");

    private TaskExit() {}

    /** A class loader of jobs, to which refused calls of its code are reported. */
    public interface Listener {
        /**
         * Called by the thread that made the call.
         *
         * @param what call and remedy
         */
        void refused(String what);
    }

    /** @throws SecurityException always, as do the following methods */
    @SuppressWarnings("DoNotCallSuggester") // called by rewritten code of jobs
    public static void exit(int status) {
        throw ending("System.exit(" + status + ")");
    }

    /** For {@link Runtime#exit}. */
    @SuppressWarnings("DoNotCallSuggester")
    public static void exit(Runtime runtime, int status) {
        throw ending("Runtime.exit(" + status + ")");
    }

    /** For {@link Runtime#halt}. */
    @SuppressWarnings("DoNotCallSuggester")
    public static void halt(Runtime runtime, int status) {
        throw ending("Runtime.halt(" + status + ")");
    }

    /** For {@link Runtime#addShutdownHook}: a hook would keep the job's classes, and run when the node stops. */
    @SuppressWarnings("DoNotCallSuggester")
    public static void addShutdownHook(Runtime runtime, Thread hook) {
        throw hooking("Runtime.addShutdownHook");
    }

    /** For signals of the process, which the given method would raise or handle. */
    @SuppressWarnings("DoNotCallSuggester")
    public static void refuse(String method) {
        throw ending(method);
    }

    /** Called before {@code method} is invoked by reflection. */
    public static void check(Method method) {
        if (method != null) {
            check(method.getDeclaringClass(), method.getName());
        }
    }

    /** Called with the result of a lookup. */
    public static void check(MethodHandle handle) {
        try {
            MethodHandleInfo target = MethodHandles.publicLookup().revealDirect(handle);
            check(target.getDeclaringClass(), target.getName());
        } catch (IllegalArgumentException e) {
            // Not public, so none of these methods.
        }
    }

    private static void check(Class<?> owner, String name) {
        if (OWNERS.contains(owner) && NAMES.contains(name)) {
            String method = owner.getSimpleName() + "." + name;
            throw name.equals("addShutdownHook") ? hooking(method) : ending(method);
        }
    }

    /** For {@link MethodHandles.Lookup#bind}, whose result does not reveal its method. */
    public static MethodHandle bind(MethodHandles.Lookup lookup, Object receiver, String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        check(receiver.getClass(), name);
        return lookup.bind(receiver, name, type);
    }

    /** For a reference to {@link Method#invoke}. */
    public static Object invoke(Method method, Object target, Object[] arguments)
            throws IllegalAccessException, InvocationTargetException {
        check(method);
        return method.invoke(target, arguments);
    }

    private static SecurityException ending(String call) {
        return refused(call + " was called: a task may not end its node; throw an exception instead");
    }

    private static SecurityException hooking(String call) {
        return refused(call
                + " was called: it would run when the node stops, not when the job ends; use TaskContext.closeAtEnd");
    }

    private static SecurityException refused(String what) {
        StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                        .filter(Listener.class::isInstance)
                        .findFirst())
                .ifPresent(loader -> ((Listener) loader).refused(what));
        return new SecurityException(what);
    }
}

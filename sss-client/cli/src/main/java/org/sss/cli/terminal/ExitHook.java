package org.sss.cli.terminal;

import java.util.concurrent.Callable;

/** Runs an action if the process is interrupted, such as by Ctrl-C, during a call. Stateless. */
public final class ExitHook {
    private ExitHook() {}

    public static <T> T during(Runnable onExit, Callable<T> call) throws Exception {
        Thread hook = new Thread(() -> quietly(onExit), "sss-exit");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return call.call();
        } finally {
            remove(hook);
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending: the hook is running or has run.
        }
    }

    private static void quietly(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            System.err.println(Printable.of("sss: " + e.getMessage()));
        }
    }
}

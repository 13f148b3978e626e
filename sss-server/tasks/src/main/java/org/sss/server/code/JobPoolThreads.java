package org.sss.server.code;

import java.lang.StackWalker.Option;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * Creates the threads of the JDK's common pool, which parallel streams and {@code CompletableFuture} use and all
 * workflows share: their context class loader is that of the job whose code requests it. Only for processes that are
 * dedicated nodes. Stateless.
 */
public final class JobPoolThreads implements ForkJoinPool.ForkJoinWorkerThreadFactory {
    private static final String PROPERTY = "java.util.concurrent.ForkJoinPool.common.threadFactory";

    /** Called before anything uses the pool; does nothing if the user has set another factory. */
    public static void install() {
        if (System.getProperty(PROPERTY) == null) {
            System.setProperty(PROPERTY, JobPoolThreads.class.getName());
        }
    }

    @Override
    public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
        return new Worker(pool);
    }

    private static final class Worker extends ForkJoinWorkerThread {
        private static final StackWalker STACK = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

        Worker(ForkJoinPool pool) {
            super(pool);
            super.setContextClassLoader(Worker.class.getClassLoader());
        }

        @Override
        public ClassLoader getContextClassLoader() {
            return STACK.walk(frames -> frames.map(
                                    frame -> frame.getDeclaringClass().getClassLoader())
                            .filter(JobClassLoader.class::isInstance)
                            .findFirst())
                    .orElseGet(super::getContextClassLoader);
        }

        /** Ignored: the loader of a job is found while its code runs, and must not remain for the next job. */
        @Override
        public void setContextClassLoader(ClassLoader loader) {
            super.setContextClassLoader(loader instanceof JobClassLoader ? Worker.class.getClassLoader() : loader);
        }
    }
}

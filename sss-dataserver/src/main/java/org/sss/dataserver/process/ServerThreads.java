package org.sss.dataserver.process;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Makes the threads of a data server. A task of the same process may cause a thread to start, and a thread inherits the
 * class loader of the user's code, which it must not retain. Java 17 retains it also for the code on the stack that
 * starts a thread, so the threads of a pool start with the pool. Stateless.
 */
public final class ServerThreads {
    private ServerThreads() {}

    /** Returns a pool of this many threads, all started. */
    public static ExecutorService pool(int threads, ThreadFactory maker) {
        return pool(threads, maker, new LinkedBlockingQueue<>());
    }

    /** As {@link #pool(int, ThreadFactory)}, with the given queue of tasks. */
    public static ExecutorService pool(int threads, ThreadFactory maker, BlockingQueue<Runnable> work) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, work, maker);
        pool.prestartAllCoreThreads();
        return pool;
    }

    /**
     * Returns a daemon: a program may end without closing the cluster inside it, and the process of a node runs until
     * its main thread ends.
     */
    public static Thread of(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setContextClassLoader(ServerThreads.class.getClassLoader());
        thread.setDaemon(true);
        return thread;
    }
}

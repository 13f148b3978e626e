package org.sss.dataserver.process;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Makes the threads of a data server. The work for which a thread begins may come from a task of the same process; the class loader of
 * the user's code, which threads inherit, is not to be held for that. Java 17 holds it also for the code on the stack that begins a
 * thread, so those of a pool begin with the pool. Stateless.
 */
public final class ServerThreads {
    private ServerThreads() {
    }

    /** So many threads, which have begun. */
    public static ExecutorService pool(int threads, ThreadFactory maker) {
        return pool(threads, maker, new LinkedBlockingQueue<>());
    }

    /** The same, with the queue of their work. */
    public static ExecutorService pool(int threads, ThreadFactory maker, BlockingQueue<Runnable> work) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, work, maker);
        pool.prestartAllCoreThreads();
        return pool;
    }

    public static Thread of(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setContextClassLoader(ServerThreads.class.getClassLoader());
        return thread;
    }

    public static Thread daemon(Runnable work, String name) {
        Thread thread = of(work, name);
        thread.setDaemon(true);
        return thread;
    }
}

package org.sss.dataserver;

/**
 * Makes the threads of a data server. The work for which a thread begins may come from a task of the same process; the class loader of
 * the user's code, which threads inherit, is not to be held for that. Stateless.
 */
final class ServerThreads {
    private ServerThreads() {
    }

    static Thread of(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setContextClassLoader(ServerThreads.class.getClassLoader());
        return thread;
    }

    static Thread daemon(Runnable work, String name) {
        Thread thread = of(work, name);
        thread.setDaemon(true);
        return thread;
    }
}

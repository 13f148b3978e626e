package org.sss.server.task.state;

/** Is notified immediately when user code runs out of heap, and where: later there may be no memory to report it. */
public interface HeapEndListener {
    /** Does nothing. */
    HeapEndListener NONE = new HeapEndListener() {
        @Override
        public void met() {}

        @Override
        public void said(String where) {}
    };

    /** User code ran out of heap; a description may follow. Must not allocate memory. */
    void met();

    /** @param where what the code was called for, and its line */
    void said(String where);
}

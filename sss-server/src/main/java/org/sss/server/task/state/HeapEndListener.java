package org.sss.server.task.state;

/** Who is to know at once where user code was that has met the end of the heap: later there may be no memory to tell it. */
public interface HeapEndListener {
    /** Nobody. */
    HeapEndListener NONE = new HeapEndListener() {
        @Override
        public void met() {
        }

        @Override
        public void said(String where) {
        }
    };

    /** User code has met the end; words may follow. To take no memory. */
    void met();

    /** @param where what the code was called for, and the line */
    void said(String where);
}

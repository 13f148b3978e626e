package org.sss.server.node.slots;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.Progress;
import org.sss.net.control.TaskSpec;
import org.sss.server.task.state.CallSite;

/**
 * The first phase of a task: its functions are deserialized. This runs initializers of user classes, which may hang
 * like any other user code. Stateless.
 */
record FunctionLoading(TaskSpec spec) implements TaskWork {
    @Override
    public Progress run() {
        throw new UnsupportedOperationException("runs already");
    }

    @Override
    public Progress progress() {
        return Progress.NONE;
    }

    @Override
    public long signs() {
        return 0;
    }

    @Override
    public CallSite site(Thread thread) {
        return new CallSite("reading the functions of the job", thread.getStackTrace());
    }

    @Override
    public SssException ended(CallSite site, String what) {
        return new SssException(ErrorCode.USER_CODE, spec + ", " + site.text() + ": " + what);
    }

    @Override
    public void cancel() {
        // Its thread is interrupted, and abandoned if that does not help.
    }

    @Override
    public void close() {
        // It has no resources.
    }
}

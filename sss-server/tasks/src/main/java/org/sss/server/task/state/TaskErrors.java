package org.sss.server.task.state;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.HeapEnd;
import org.sss.io.exec.ProcessFailure;
import org.sss.net.control.TaskSpec;
import org.sss.net.transport.OutOfMemory;
import org.sss.server.code.MissingClass;
import org.sss.server.code.Thrown;

/**
 * Builds the error messages of a task. No exception created here references an object of user code, whose classes other
 * processes do not have: it is converted to text. For the task's thread, unless stated otherwise.
 */
public final class TaskErrors {
    private static final int MAX_KEY_CHARS = 80;
    private static final int MAX_HEX_BYTES = 32;
    /** Time limit for building a message without memory, and pause between two attempts. */
    private static final long WORDS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final StackTraceElement[] NO_FRAMES = {};
    private static final Throwable NOTHING = SssException.withoutTrace(ErrorCode.INTERNAL, "nothing happened");
    private static final String NULL_HINT = "; was null emitted? Keys, values and fields of records must not be null";

    private final String job;
    private final int number;
    private final String node;
    private volatile String task;
    private HeapEndListener heapEnd = HeapEndListener.NONE;
    private volatile boolean ranOutOfMemory;

    public TaskErrors(TaskSpec spec) {
        this(
                spec.id().job(),
                spec.id().task(),
                spec.inputs().split() == null
                        ? "subgroup " + spec.id().task()
                        : spec.inputs().split().description(),
                spec.node().toString());
    }

    /** @param reads description of its subgroup or split */
    public TaskErrors(String job, int number, String reads) {
        this(job, number, reads, "this node");
    }

    private TaskErrors(String job, int number, String reads, String node) {
        this.job = job;
        this.number = number;
        this.node = node;
        reads(reads);
    }

    /** Called when a task starts another file of its split. */
    public void reads(String part) {
        task = "job '" + job + "', task " + number + " (" + part + ")";
    }

    public void readsGroup(int subgroup, String group) {
        reads("subgroup " + subgroup + " of group '" + group + "'");
    }

    /** Called before the task runs. */
    public void onHeapEnd(HeapEndListener listener) {
        heapEnd = listener;
        // Initializes code whose first call allocates memory. Also clears the state of an earlier task of this thread.
        HeapEnd.keepStack(false);
        UserFrames.innermost(NO_FRAMES);
        Thrown.text(Thrown.root(NOTHING));
        Thrown.frames(NOTHING);
    }

    /** Called first when an exception of user code is caught, before anything is allocated. Allocates no memory. */
    public void caught(Throwable t) {
        if (isOutOfMemory(t)) {
            ranOutOfMemory = true;
            OutOfMemoryReserve.giveBack();
            HeapEnd.keepStack(true);
            heapEnd.met();
        }
    }

    /** Returns the error for an exception of a mapper or reducer that was called for {@code key}. */
    public SssException ofUser(Throwable t, Object key) {
        return isOutOfMemory(t)
                ? outOfMemoryError(t, key, null)
                : withContext(t, "key " + render(key), Thrown.frames(t));
    }

    /** Returns the error for an exception of {@code setup}, {@code close} or a source. */
    public SssException ofUserAt(Throwable t, String place) {
        return isOutOfMemory(t) ? outOfMemoryError(t, null, place) : withContext(t, place, Thrown.frames(t));
    }

    /**
     * Uses the memory reserve; other threads that take memory of it release it soon.
     *
     * @param place null for a key
     */
    private SssException outOfMemoryError(Throwable t, Object key, String place) {
        caught(t);
        try {
            long endNanos = System.nanoTime() + WORDS_NANOS;
            while (System.nanoTime() - endNanos < 0) {
                try {
                    return outOfMemoryError(t, place == null ? "key " + shownNow(key) : place);
                } catch (OutOfMemoryError e) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
            return outOfMemoryError(t, place == null ? "key " + render(key) : place);
        } finally {
            HeapEnd.keepStack(false);
        }
    }

    private SssException outOfMemoryError(Throwable t, String place) {
        StackTraceElement[] own = Thrown.frames(t);
        StackTraceElement[] stack = own.length > 0 ? own : HeapEnd.stack();
        heapEnd.said(place + UserFrames.innermost(stack));
        return withContext(t, place, stack);
    }

    /** Methods of other exceptions may throw. */
    private static String placeOf(Throwable t, String place) {
        return t instanceof SssException e && e.getCause() instanceof ProcessFailure failure ? failure.place() : place;
    }

    private SssException withContext(Throwable t, String place, StackTraceElement[] stack) {
        String where = task + ", " + placeOf(t, place) + ": ";
        if (t instanceof SssException e) {
            return new SssException(
                    e.code(),
                    where + e.getMessage(),
                    null,
                    e.remoteTrace() != null ? e.remoteTrace() : Thrown.trace(e));
        }
        // Many OutOfMemoryErrors have no stack trace.
        String trace = Thrown.frames(t).length > 0 ? Thrown.trace(t) : Thrown.trace(t) + CallSite.lines(stack);
        return new SssException(codeOf(t), where + describeHere(t) + UserFrames.innermost(stack), null, trace);
    }

    /** A lost node is not an error of user code that has wrapped the exception: another attempt may succeed. */
    private static ErrorCode codeOf(Throwable t) {
        SssException within = isOutOfMemory(t) ? null : Thrown.ofSss(t);
        return within == null || within.code().kind() == ErrorCode.Kind.USER ? ErrorCode.USER_CODE : within.code();
    }

    /** Returns whether memory exhaustion was the cause, even if wrapped. Allocates no memory. */
    public static boolean isOutOfMemory(Throwable t) {
        return Thrown.root(t) instanceof OutOfMemoryError memory
                && OutOfMemory.of(memory).endsNode();
    }

    private String describeHere(Throwable t) {
        return t instanceof OutOfMemoryError ? outOfMemory(t, node) : describe(t);
    }

    /** Returns whether one of the errors was caused by memory exhaustion. For any thread. */
    public boolean ranOutOfMemory() {
        return ranOutOfMemory;
    }

    /** Runs a call of user code that is not for a key. */
    public void inUserCode(String place, UserCall call) {
        try {
            call.run();
        } catch (Throwable t) {
            throw ofUserAt(t, place);
        }
    }

    public interface UserCall {
        void run() throws Exception;
    }

    /**
     * Returns the error for user code that broke a rule in the current call, in any thread.
     *
     * @param what violation and remedy
     */
    static SssException atCaller(String what) {
        StackTraceElement[] stack = Thread.currentThread().getStackTrace();
        return new SssException(
                ErrorCode.USER_CODE, what + "; it was" + UserFrames.ofUser(stack), null, CallSite.lines(stack));
    }

    /** As {@link #atCaller}, with the task and what its code was called for. */
    public SssException broken(String place, String what) {
        StackTraceElement[] stack = Thread.currentThread().getStackTrace();
        return new SssException(
                ErrorCode.USER_CODE,
                task + ", " + place + ": " + what + "; it was" + UserFrames.ofUser(stack),
                null,
                CallSite.lines(stack));
    }

    /**
     * Returns the error for a null pointer in {@code emit}: INVALID_ARGUMENT if the key or value is null, or has a null
     * in it; else the exception itself, which is that of user code.
     *
     * @param group description of the output group
     */
    public static RuntimeException ofNull(RuntimeException e, String group, boolean nullKey, boolean nullValue) {
        boolean isNull = nullKey || nullValue;
        if (!isOfCodec(e) && !(isNull && e instanceof NullPointerException)) {
            return e;
        }
        if (e instanceof SssException refused && (!isNull || refused.code() != ErrorCode.INVALID_ARGUMENT)) {
            return refused.code() != ErrorCode.INVALID_ARGUMENT
                    ? e
                    : new SssException(
                            refused.code(), "group " + group + ": " + refused.getMessage(), null, Thrown.trace(e));
        }
        String what = nullKey ? "a null key" : nullValue ? "a null value" : "a key or value with a null in it";
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "group " + group + " was given " + what
                        + "; keys, values and fields of records must not be null; it was"
                        + UserFrames.ofUser(Thrown.frames(e)),
                null,
                Thrown.trace(e));
    }

    /** @param what the object that user code used after the end of the call */
    public static SssException usedLate(String what) {
        return atCaller(what
                + " were used after the call that they were given to had returned; copy what is needed later "
                + "into a list");
    }

    /**
     * Returns the error for an exception while values of a key were read, which already has its place if a codec
     * failed.
     */
    public SssException ofReading(Throwable t, Object key) {
        return t instanceof SssException e && isNamed(e) ? e : ofUser(t, key);
    }

    private boolean isNamed(SssException e) {
        return e.getMessage() != null && e.getMessage().startsWith(task);
    }

    /** Adds the name of the task to a failure outside of user code, if it is missing. */
    public SssException withTask(SssException e) {
        return isNamed(e) ? e : new SssException(e.code(), task + ": " + e.getMessage(), e, e.remoteTrace());
    }

    public SssException cancelled() {
        return new SssException(ErrorCode.CANCELLED, task + " was cancelled");
    }

    /**
     * Returns the error for user code that was stopped from outside.
     *
     * @param what problem and remedy
     */
    public SssException ended(CallSite site, String what) {
        return new SssException(
                ErrorCode.USER_CODE,
                task + ", " + site.place() + ": " + what + "; it was" + site.frames(),
                null,
                site.trace());
    }

    /** Returns the error for an exception of the engine while no user code was running. */
    public SssException ofEngine(Throwable t) {
        caught(t);
        // Java has few of these errors: the same one may be thrown again while resources close, and cannot suppress
        // itself.
        if (Thrown.root(t) instanceof OutOfMemoryError memory) {
            return new SssException(ErrorCode.OVERLOADED, task + ": " + describeHere(memory), null, Thrown.trace(t));
        }
        return new SssException(ErrorCode.INTERNAL, task + ": " + Thrown.text(t), null, Thrown.trace(t));
    }

    /**
     * Returns the error for a key or value that cannot be decoded.
     *
     * @param place description of group and key
     */
    public SssException decoding(Throwable t, String what, Codec<?> codec, String place) {
        ErrorCode code = t instanceof SssException e
                ? e.code()
                : isUsersException(t, codec) ? ErrorCode.USER_CODE : ErrorCode.TYPE_MISMATCH;
        SssException e = undecodable(t, code, what, codec, place);
        return new SssException(e.code(), task + ": " + e.getMessage(), null, e.remoteTrace());
    }

    /**
     * Like {@link #decoding}, for a side group, within user code: not a failure of user code, so it must not be
     * skipped.
     *
     * @param place description of the group, and {@linkplain #ofKey the key} if known
     */
    public static SssException decodingAside(Throwable t, String what, Codec<?> codec, String place) {
        boolean isUsers = !(t instanceof SssException e) || e.code().kind() == ErrorCode.Kind.USER;
        return undecodable(t, isUsers ? ErrorCode.CORRUPT : ((SssException) t).code(), what, codec, place);
    }

    public static String ofKey(byte[] key, int offset, int length) {
        return " (key " + render(new Bytes().set(key, offset, length)) + ")";
    }

    private static SssException undecodable(Throwable t, ErrorCode code, String what, Codec<?> codec, String place) {
        boolean isUsers = isUsersException(t, codec);
        return new SssException(
                code,
                "the codec '" + codec.name() + "'"
                        + (isUsers ? " (" + codec.getClass().getName() + ")" : "") + " cannot decode a "
                        + what + " of " + place + ": " + describe(t)
                        + (isUsers
                                ? UserFrames.ofUser(Thrown.frames(t))
                                : "; declare the type that the group was written with"),
                null,
                Thrown.trace(t));
    }

    /** The group was written with a codec of that name, so another type would not help. */
    private static boolean isUsersException(Throwable t, Codec<?> codec) {
        return !(t instanceof SssException) && !Codecs.isBuiltIn(codec.name());
    }

    /** Describes an exception in one line, with a remedy if known. */
    public static String describe(Throwable t) {
        if (t instanceof OutOfMemoryError) {
            return outOfMemory(t, "this node");
        }
        String missing = MissingClass.explain(t);
        return missing != null ? missing : Thrown.text(t) + cause(t) + (isNullForCodec(t) ? NULL_HINT : "");
    }

    /**
     * Returns whether null was passed to a codec or an emitter: its frame, or one of the JDK above it, is the innermost
     * one.
     */
    private static boolean isNullForCodec(Throwable t) {
        return t instanceof NullPointerException && isOfCodec(t);
    }

    private static boolean isOfCodec(Throwable t) {
        return Stream.of(Thrown.frames(t))
                .map(StackTraceElement::getClassName)
                .filter(name -> !name.startsWith("java."))
                .findFirst()
                .filter(UserFrames::isEncoding)
                .isPresent();
    }

    /** Returns the innermost cause if the text of the exception does not contain it, as for a static initializer. */
    private static String cause(Throwable t) {
        Throwable root = Thrown.root(t);
        if (root == t) {
            return "";
        }
        String text = Thrown.text(root);
        return Thrown.text(t).contains(text)
                ? ""
                : " (caused by " + text + UserFrames.innermost(Thrown.frames(root)) + ")";
    }

    private static String outOfMemory(Throwable t, String node) {
        OutOfMemory kind = OutOfMemory.of((OutOfMemoryError) t);
        if (kind == OutOfMemory.THREADS) {
            return Thrown.text(t) + ": " + node
                    + " can start no further thread; start fewer, and end them in close(), or let the system"
                    + " give the process more (ulimit -u, pids.max of its control group)";
        }
        if (kind != OutOfMemory.HEAP) {
            return Thrown.text(t) + ": on " + node + ", " + kind.cause() + "; " + kind.remedy();
        }
        return Thrown.text(t) + ": the heap of " + node + ", "
                + (Runtime.getRuntime().maxMemory() >> 20) + " MiB, is used up; keep less in"
                + " fields and local variables, or start the node with a larger heap (SSS_HEAP=4g, or -Xmx) or fewer "
                + "task threads";
    }

    /** Returns a key as text, shortened. */
    public static String render(Object key) {
        try {
            return shown(key);
        } catch (Throwable e) {
            return withoutText(key, e);
        }
    }

    /**
     * Like {@link #render}.
     *
     * @throws OutOfMemoryError if there is no memory for it now
     */
    private static String shownNow(Object key) {
        try {
            return shown(key);
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            return withoutText(key, e);
        }
    }

    /** Returns whether a {@linkplain #render rendered} key may be shortened. */
    static boolean isShortened(String rendered) {
        return rendered.endsWith("...>") || rendered.startsWith("<0x") && rendered.contains("... of ");
    }

    /** Returns any object as text, unabridged. */
    public static String text(Object object) {
        try {
            return String.valueOf(object);
        } catch (Throwable e) {
            return withoutText(object, e);
        }
    }

    private static String withoutText(Object object, Throwable e) {
        return "<" + object.getClass().getName() + ", whose toString failed with "
                + e.getClass().getName() + ">";
    }

    private static String shown(Object key) {
        String text = key instanceof Bytes bytes ? textOrHex(bytes) : String.valueOf(key);
        return "<" + (text.length() > MAX_KEY_CHARS ? text.substring(0, shownChars(text)) + "..." : text) + ">";
    }

    /** Does not split a surrogate pair. */
    private static int shownChars(String text) {
        return MAX_KEY_CHARS - (Character.isHighSurrogate(text.charAt(MAX_KEY_CHARS - 1)) ? 1 : 0);
    }

    /** Returns the text with '?' for each unpaired surrogate, which no string codec accepts. */
    public static String wellFormed(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Shows bytes that are no text, such as an encoded number, in hexadecimal. */
    private static String textOrHex(Bytes bytes) {
        String text = bytes.toString();
        return text.chars().allMatch(TaskErrors::isText)
                ? text
                : "0x" + hex(bytes.array(), bytes.offset(), bytes.length());
    }

    private static boolean isText(int c) {
        return c != '\uFFFD' && (!Character.isISOControl(c) || c == '\t' || c == '\n' || c == '\r');
    }

    static String hex(byte[] bytes, int offset, int length) {
        int shown = Math.min(length, MAX_HEX_BYTES);
        return HexFormat.of().formatHex(bytes, offset, offset + shown) + (shown < length ? "... of " + length : "");
    }
}

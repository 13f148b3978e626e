package org.sss.server.task.state;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sss.server.code.JobCode;

/** Finds the frames of user code in a stack. Stateless. */
final class UserFrames {
    private static final int MAX_FRAMES = 3;
    private static final Pattern EMITTER = Pattern.compile("org\\.sss\\.server\\.task\\.output\\.\\w*Emitter\\b");
    /** Below these frames there is no user code. */
    static final Set<String> CALLERS = Set.of(
            "org.sss.server.task.input.MapTask",
            "org.sss.server.task.input.ReduceTask",
            "org.sss.server.task.input.SplitTask",
            "org.sss.server.task.input.CoGroupTask");

    static final String SIDE_WALK = "org.sss.server.task.side.SideWalk";
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.");
    /** The client's own classes, without its examples. In tasks only user code uses it. */
    private static final Pattern CLIENT = Pattern.compile("org\\.sss\\.client\\.((link|code|text)\\.)?[^.]*");

    private static final List<String> ENGINE = List.of(
            "org.sss.server.",
            "org.sss.net.",
            "org.sss.dataserver.",
            "org.sss.kvs.",
            "io.netty.",
            "org.slf4j.",
            "ch.qos.logback.");

    private UserFrames() {}

    /**
     * Returns the innermost frames without those of emitters, walks, codecs and the JDK, which are not informative;
     * without names of class loaders.
     */
    static String innermost(StackTraceElement[] stack) {
        return text(Stream.of(stack)
                .takeWhile(frame -> !CALLERS.contains(frame.getClassName()))
                .filter(frame -> !isLibrary(frame.getClassName())));
    }

    /**
     * Like {@link #innermost}, for a thread that may be in the engine, called by user code; its top frames if there are
     * no others. Objects that the engine gives to user code may be of a class within a caller.
     */
    static String ofUser(StackTraceElement[] stack) {
        String user = text(Stream.of(stack)
                .dropWhile(frame -> isLibrary(frame.getClassName()) || isEngine(frame))
                .takeWhile(frame -> !isCaller(frame))
                .filter(frame -> !isLibrary(frame.getClassName()) && !isEngine(frame) && !isClient(frame)));
        return user.isEmpty() ? text(Stream.of(stack).limit(1)) : user;
    }

    private static String text(Stream<StackTraceElement> stack) {
        List<String> frames = stack.map(frame -> frame.toString().replaceFirst("^[^(]*/", ""))
                .limit(MAX_FRAMES)
                .toList();
        return frames.isEmpty() ? "" : " at " + String.join(", ", frames);
    }

    /**
     * Returns whether user code is running, not the engine before, after or on behalf of it. User code that waits for a
     * client, such as for the end of a workflow or a response, counts as running.
     */
    static boolean isAtTop(StackTraceElement[] stack) {
        if (Stream.of(stack).anyMatch(UserFrames::isClient)) {
            return true;
        }
        for (StackTraceElement frame : stack) {
            if (!startsWithAny(frame.getClassName(), JDK)) {
                return !isEngine(frame);
            }
        }
        return false;
    }

    /** Classes from a jar may have any name. */
    private static boolean isEngine(StackTraceElement frame) {
        return !JobCode.LOADER_NAME.equals(frame.getClassLoaderName()) && startsWithAny(frame.getClassName(), ENGINE);
    }

    private static boolean isClient(StackTraceElement frame) {
        return CLIENT.matcher(frame.getClassName()).matches();
    }

    private static boolean isCaller(StackTraceElement frame) {
        String name = frame.getClassName();
        int nested = name.indexOf('$');
        return CALLERS.contains(nested < 0 ? name : name.substring(0, nested));
    }

    private static boolean isLibrary(String className) {
        return isEncoding(className)
                || className.startsWith("java.")
                || className.contains("$$Lambda")
                || className.equals(SIDE_WALK);
    }

    /** Returns whether the class receives emitted objects of user code. */
    static boolean isEncoding(String className) {
        return className.startsWith("org.sss.api.")
                || EMITTER.matcher(className).lookingAt();
    }

    private static boolean startsWithAny(String name, List<String> prefixes) {
        return prefixes.stream().anyMatch(name::startsWith);
    }
}

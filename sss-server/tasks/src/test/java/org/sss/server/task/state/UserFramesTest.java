package org.sss.server.task.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserFramesTest {
    @Test
    void classesThatAreNamedExist() throws ClassNotFoundException {
        for (String name : UserFrames.CALLERS) {
            assertThat(Class.forName(name)).isNotNull();
        }
        assertThat(Class.forName(UserFrames.SIDE_WALK)).isNotNull();
        assertThat(UserFrames.isEncoding("org.sss.server.task.output.SortEmitter"))
                .isTrue();
        assertThat(Class.forName("org.sss.server.task.output.SortEmitter")).isNotNull();
    }

    /** An object that user code has kept and calls: its class is within that of a caller. */
    @Test
    void framesOfObjectsOfTheEngineAboveUserCodeAreSkipped() {
        assertThat(UserFrames.ofUser(new StackTraceElement[] {
                    frame("java.lang.Thread", "getStackTrace"),
                    frame(TaskErrors.class.getName(), "atCaller"),
                    frame("org.sss.server.task.input.CoGroupTask$OfKey", "check"),
                    frame("org.sss.server.task.input.CoGroupTask$OfKey", "of"),
                    frame("acme.Keep", "coGroup"),
                    frame("acme.Keep", "coGroup"),
                    frame("org.sss.server.task.input.CoGroupTask", "groupAll"),
                    frame("acme.Main", "main")
                }))
                .isEqualTo(" at acme.Keep.coGroup(File.java:7), acme.Keep.coGroup(File.java:7)");
        assertThat(UserFrames.ofUser(new StackTraceElement[] {
                    frame("org.sss.net.block.RunMerge", "next"),
                    frame("org.sss.server.task.input.ReduceTask", "reduceAll")
                }))
                .isEqualTo(" at org.sss.net.block.RunMerge.next(File.java:7)");
    }

    private static StackTraceElement frame(String className, String method) {
        return new StackTraceElement(className, method, "File.java", 7);
    }
}

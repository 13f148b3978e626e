package org.sss.server.task.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sss.server.code.JobCode;
import org.sss.server.task.input.MapTask;
import org.sss.server.task.output.SortEmitter;

class CallSiteTest {
    private static final StackTraceElement MAP_TASK = frame(null, MapTask.class.getName(), "mapAll");
    private static final StackTraceElement EMITTER = frame("app", SortEmitter.class.getName(), "emit");

    private static StackTraceElement frame(String loader, String className, String method) {
        return new StackTraceElement(loader, null, null, className, method, "File.java", 7);
    }

    private static StackTraceElement user(String className) {
        return frame(JobCode.LOADER_NAME, className, "map");
    }

    private static CallSite site(StackTraceElement... stack) {
        return new CallSite("key <k>", stack);
    }

    @Test
    void userCodeThatLoopsIsInUserCode() {
        CallSite site = site(user("Busy"), MAP_TASK);
        assertThat(site.isInUserCode()).isTrue();
        assertThat(site.text()).isEqualTo("key <k> at Busy.map(File.java:7)");
    }

    @Test
    void whatTheJdkDoesForUserCodeIsUserCode() {
        CallSite site = site(frame(null, "java.util.HashMap", "resize"), user("Busy"), MAP_TASK);
        assertThat(site.isInUserCode()).isTrue();
        assertThat(site.text()).isEqualTo("key <k> at Busy.map(File.java:7)");
    }

    @Test
    void theEngineOnBehalfOfUserCodeIsNotUserCode() {
        CallSite site = site(frame(null, "java.lang.Object", "wait"), EMITTER, user("Busy"), MAP_TASK);
        assertThat(site.isInUserCode()).isFalse();
        assertThat(site.text()).isEqualTo("key <k> at Busy.map(File.java:7)");
    }

    @Test
    void aCombinerThatTheEngineCallsIsUserCode() {
        CallSite site = site(user("Folds"), EMITTER, user("Busy"), MAP_TASK);
        assertThat(site.isInUserCode()).isTrue();
        assertThat(site.text()).isEqualTo("key <k> at Folds.map(File.java:7), Busy.map(File.java:7)");
    }

    @Test
    void userCodeThatWaitsInTheClientIsUserCode() {
        CallSite site = site(
                frame(null, "java.util.concurrent.locks.LockSupport", "parkNanos"),
                frame("app", "org.sss.net.rpc.Rpc", "call"),
                frame("app", "org.sss.client.SssClient", "run"),
                user("Nested"),
                MAP_TASK);
        assertThat(site.isInUserCode()).isTrue();
        assertThat(site.text()).isEqualTo("key <k> at Nested.map(File.java:7)");
    }

    @Test
    void theEngineAloneIsNotUserCode() {
        assertThat(site(MAP_TASK).isInUserCode()).isFalse();
        assertThat(site(frame("app", "org.sss.net.block.RunCursor", "next"), MAP_TASK)
                        .isInUserCode())
                .isFalse();
        assertThat(site().isInUserCode()).isFalse();
    }

    @Test
    void classesOfAJarMayHaveAnyName() {
        CallSite site = site(user("org.sss.net.Mine"), MAP_TASK);
        assertThat(site.isInUserCode()).isTrue();
        assertThat(site.text()).isEqualTo("key <k> at org.sss.net.Mine.map(File.java:7)");
    }
}

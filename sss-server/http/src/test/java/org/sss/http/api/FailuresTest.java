package org.sss.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.client.Group;
import org.sss.client.Reports;
import org.sss.net.control.ErrorInfo;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.Progress;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.JobStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.net.control.WorkflowStatus.Work;

class FailuresTest {
    private static Map<String, Object> failure(ErrorCode code, String message, String trace, Group... groups) {
        JobStatus job = new JobStatus(
                "map-1",
                JobKind.MAP,
                State.FAILED,
                List.of("in"),
                List.of("out"),
                new Work(4, 1, 10, 0),
                Progress.NONE,
                null);
        WorkflowStatus status =
                new WorkflowStatus("wf-3", "w", State.FAILED, List.of(job), new ErrorInfo(code, message, trace), 1, 2);
        Map<String, Group> byName = groups.length == 0 ? Map.of() : Map.of("in", groups[0]);
        List<Map<String, Object>> failures = Failures.of(Reports.of(status), byName);
        assertThat(failures).hasSize(1);
        return failures.get(0);
    }

    private static Group in(String keyType) {
        return Reports.of(new GroupInfo(
                new GroupKey(1, GroupKey.NO_IDENTITY),
                "in",
                GroupInfo.State.READY,
                new GroupFormat(keyType, "long", true, Compression.NONE, false),
                new GroupOrigin(1, "import"),
                GroupInfo.Content.NONE));
    }

    private static Map<String, Object> ofKey(String key, Group... groups) {
        return failure(
                ErrorCode.USER_CODE,
                "job 'map-1', task 2 (subgroup 2 of group 'in'), key <" + key + ">: java.lang.Oh: no",
                "java.lang.Oh: no\n\tat A.b(A.java:1)\n\ton node 1 (host:21200)",
                groups);
    }

    @Test
    void keysMayHaveAnyText() {
        for (String key : List.of("a", "a:b", "x: y", "a>: b", ">", "", "job 'x', task 1 (y): z", "a)b, key <c>: d")) {
            assertThat(ofKey(key))
                    .as(key)
                    .containsEntry("key", key)
                    .containsEntry("job", "map-1")
                    .containsEntry("task", 2L)
                    .containsEntry("node", 1L)
                    .containsEntry("input", "subgroup 2 of group 'in'")
                    .containsEntry("cause", "java.lang.Oh: no")
                    .containsEntry("stack", "java.lang.Oh: no\n\tat A.b(A.java:1)");
        }
    }

    @Test
    void aCommandReplaysAKeyThatIsWholeAndStillThere() {
        assertThat(ofKey("the", in("string"))).containsEntry("replayCommand", "sss replay wf-3/map-1 the");
        assertThat(ofKey("a b\\", in("string"))).containsEntry("replayCommand", "sss replay wf-3/map-1 'a b\\\\'");
        assertThat(ofKey("-x", in("string"))).containsEntry("replayCommand", "sss replay wf-3/map-1 -- '-x'");
        assertThat(ofKey("", in("string"))).containsEntry("replayCommand", "sss replay wf-3/map-1 ''");
        assertThat(ofKey("17", in("long"))).containsEntry("replayCommand", "sss replay wf-3/map-1 17");
        assertThat(ofKey("long...", in("string"))).containsEntry("replayCommand", null);
        assertThat(ofKey("0xff", in("bytes"))).containsEntry("replayCommand", null);
        assertThat(ofKey("the")).as("its input was temporary").containsEntry("replayCommand", null);
    }

    @Test
    void otherFailuresHaveTheirJob() {
        assertThat(failure(ErrorCode.NODE_UNREACHABLE, "node 1 was lost while it ran task 2 of job 'map-1'", null))
                .containsEntry("job", "map-1")
                .containsEntry("task", null)
                .containsEntry("key", null)
                .containsEntry("stack", null)
                .containsEntry("kind", "retryable");
        assertThat(failure(ErrorCode.USER_CODE, "job 'map-1', task 0 (file a (1).txt), setup: no >: way", "x"))
                .containsEntry("task", 0L)
                .containsEntry("key", null)
                .containsEntry("input", "file a (1).txt")
                .containsEntry("cause", "no >: way");
    }
}

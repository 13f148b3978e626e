package org.sss.server.coordinator.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Abort;

class AttemptAbortsTest {
    private final Queue<Runnable> executor = new ArrayDeque<>();
    private final List<Abort> sent = new ArrayList<>();
    private boolean reachable = true;
    private boolean hasThreads = true;
    private Error bug;
    private final AttemptAborts aborts = new AttemptAborts(this::execute, this::send);

    private void execute(Runnable work) {
        if (!hasThreads) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        executor.add(work);
    }

    private void send(Abort abort) {
        if (bug != null) {
            throw bug;
        }
        if (!reachable) {
            throw new SssException(ErrorCode.NODE_UNREACHABLE, "gone");
        }
        sent.add(abort);
    }

    private List<Abort> add(int count) {
        List<Abort> added = IntStream.range(0, count)
                .mapToObj(i -> new Abort(i, new AttemptId("wf-1/map-1", i, 0)))
                .toList();
        added.forEach(aborts::add);
        return added;
    }

    @Test
    void sendsSequentiallyOnOneThread() {
        List<Abort> added = add(100);
        assertThat(executor).hasSize(1);
        executor.remove().run();
        assertThat(sent).isEqualTo(added);
        add(1);
        executor.remove().run();
        assertThat(sent).hasSize(101);
        assertThat(executor).isEmpty();
    }

    @Test
    void discardsRestIfNodeDoesNotAnswer() {
        reachable = false;
        add(100);
        executor.remove().run();
        assertThat(executor).isEmpty();
        reachable = true;
        List<Abort> later = add(1);
        executor.remove().run();
        assertThat(sent).isEqualTo(later);
    }

    @Test
    void sendsWithNextIfNoThreadWasFree() {
        hasThreads = false;
        List<Abort> all = new ArrayList<>(add(2));
        assertThat(executor).isEmpty();
        hasThreads = true;
        all.addAll(add(1));
        executor.remove().run();
        assertThat(sent).isEqualTo(all);
    }

    @Test
    void errorDiscardsWaitingButNotLaterAborts() {
        bug = new OutOfMemoryError();
        add(2);
        assertThatThrownBy(() -> executor.remove().run()).isSameAs(bug);
        bug = null;
        List<Abort> later = add(1);
        executor.remove().run();
        assertThat(sent).isEqualTo(later);
    }

    @Test
    void limitsQueue() {
        add(AttemptAborts.MAX_WAITING + 10);
        executor.remove().run();
        assertThat(sent).hasSize(AttemptAborts.MAX_WAITING);
    }
}

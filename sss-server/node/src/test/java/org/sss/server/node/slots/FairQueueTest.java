package org.sss.server.node.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairQueueTest {
    private final FairQueue<String> queue = new FairQueue<>();

    private void add(String workflow, int weight, int tasks) {
        for (int i = 0; i < tasks; i++) {
            queue.add(workflow, weight, workflow + i);
        }
    }

    private String next() {
        return queue.next(workflow -> true);
    }

    /** Runs tasks one after the other, each as long as all others. */
    private List<String> runOneByOne(int tasks) {
        List<String> order = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            String task = next();
            order.add(task);
            queue.ended(task.substring(0, 1), 1_000);
        }
        return order;
    }

    @Test
    void tasksOfOneWorkflowAreFifo() {
        add("a", 1, 3);
        assertThat(runOneByOne(3)).containsExactly("a0", "a1", "a2");
        assertThat(next()).isNull();
    }

    @Test
    void alternatesBetweenWorkflows() {
        add("a", 1, 3);
        add("b", 1, 3);
        assertThat(runOneByOne(6)).containsExactly("a0", "b0", "a1", "b1", "a2", "b2");
    }

    @Test
    void tripleWeightRunsTripleTasks() {
        add("a", 1, 100);
        add("b", 3, 100);
        assertThat(runOneByOne(40)).filteredOn(task -> task.startsWith("b")).hasSize(30);
    }

    @Test
    void prefersWorkflowWithFewerRunningTasksPerWeight() {
        add("a", 1, 10);
        add("b", 2, 10);
        List<String> running = List.of(next(), next(), next(), next(), next(), next());
        assertThat(running).filteredOn(task -> task.startsWith("b")).hasSize(4);
    }

    @Test
    void newWorkflowGetsNoCreditForThePast() {
        add("a", 1, 100);
        runOneByOne(50);
        add("b", 1, 100);
        assertThat(runOneByOne(10)).filteredOn(task -> task.startsWith("b")).hasSize(5);
    }

    @Test
    void workflowWithShortTasksRunsMoreOfThem() {
        add("a", 1, 10);
        add("b", 1, 10);
        assertThat(next()).isEqualTo("a0");
        queue.ended("a", 10_000);
        for (int i = 0; i < 10; i++) {
            assertThat(next()).isEqualTo("b" + i);
            queue.ended("b", 1_000);
        }
        assertThat(next()).isEqualTo("a1");
    }

    @Test
    void doesNotReturnRemovedTask() {
        add("a", 1, 2);
        assertThat(queue.remove("a", "a0")).isTrue();
        assertThat(queue.remove("a", "a0")).isFalse();
        assertThat(queue.size()).isEqualTo(1);
        assertThat(next()).isEqualTo("a1");
    }

    @Test
    void filtersByWorkflow() {
        add("a", 1, 1);
        add("b", 1, 1);
        assertThat(queue.next("b"::equals)).isEqualTo("b0");
        assertThat(queue.next("b"::equals)).isNull();
    }

    @Test
    void findsWaitingWorkflowThatRunsNothing() {
        add("a", 1, 2);
        add("b", 1, 1);
        add("c", 1, 1);
        assertThat(queue.next("a"::equals)).isEqualTo("a0");
        assertThat(queue.firstThatRunsNothing(0, workflow -> true)).isEqualTo("b");
        assertThat(queue.firstThatRunsNothing(0, workflow -> !workflow.equals("b")))
                .isEqualTo("c");
        assertThat(queue.firstThatRunsNothing(0, "a"::equals)).isNull();
        assertThat(queue.firstThatRunsNothing(Long.MAX_VALUE, workflow -> true)).isNull();
    }
}

package org.sss.server.coordinator.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.execution.job.JobDefaults;
import org.sss.server.coordinator.execution.job.RunContext;
import org.sss.server.coordinator.execution.job.Scheduling;
import org.sss.server.coordinator.execution.job.ShuffleDefaults;
import org.sss.server.coordinator.state.Catalog;
import org.sss.server.coordinator.state.Committed;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.coordinator.state.CoordinatorState.Persistence;
import org.sss.server.coordinator.state.CoordinatorState.Shape;

/** Changes of groups between the validation of a workflow and the moment at which it pins them. */
class ResourcesTest {
    private static final String NO_BLOB = "0".repeat(64);

    @TempDir
    Path directory;

    private final List<Long> dead = new ArrayList<>();
    private CoordinatorState state;
    private Catalog catalog;
    private RunContext context;

    @BeforeEach
    void open() {
        state = CoordinatorState.open(
                directory, new Shape(1, 4, 4), Persistence.NONE, Clock.systemUTC(), group -> dead.add(group.id()));
        catalog = state.catalog();
        context = new RunContext(
                null,
                new RunContext.Stores(catalog, null, new BlobStore(directory.resolve("blobs"), 1), null, null),
                new Scheduling(null, null, Clock.systemUTC()),
                new JobDefaults(null, ShuffleDefaults.DIRECT),
                null);
    }

    @AfterEach
    void close() {
        state.close();
    }

    private GroupInfo write(String name, String keyType, String valueType, boolean hashed) {
        NewGroup group = new NewGroup(name, keyType, valueType, hashed, false, "test", Compression.NONE);
        return catalog.publish(catalog.create(group, false).id(), new Committed(List.of(new Stored(1, 2, 3, 1, 1))));
    }

    private static GroupSpec named(String name) {
        return new GroupSpec(name, "string", "long", true, false, false, Compression.NONE);
    }

    private static WorkflowSpec reading(String... names) {
        List<GroupSpec> inputs = Arrays.stream(names).map(ResourcesTest::named).toList();
        return new WorkflowSpec(
                "w",
                List.of(new JobSpec(
                        "job",
                        names.length > 1 ? JobKind.CO_GROUP : JobKind.MAP,
                        new WorkflowSpec.Groups(inputs, List.of(named("out")), List.of()),
                        List.of(),
                        Map.of(),
                        "",
                        NO_BLOB)),
                List.of());
    }

    private void assertRejected(WorkflowSpec spec, Map<String, GroupInfo> external, ErrorCode code, String... parts) {
        assertThatThrownBy(() -> Resources.acquire(spec, external, context))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContainingAll(parts);
    }

    @Test
    void rejectsGroupOfOtherTypesThatTookNameAfterCheck() {
        write("in", "string", "long", true);
        Map<String, GroupInfo> external = WorkflowValidation.check(reading("in"), catalog);
        catalog.drop("in");
        GroupInfo other = write("in", "string", "double", true);
        assertRejected(
                reading("in"),
                external,
                ErrorCode.TYPE_MISMATCH,
                "job 'job' reads group 'in'",
                "(string, long)",
                "(string, double)");
        catalog.drop("in");
        assertThat(dead).as("it is not pinned").contains(other.id());
    }

    @Test
    void validatesGroupRenamedAfterCheck() {
        write("a", "string", "long", true);
        write("b", "string", "long", true);
        Map<String, GroupInfo> external = WorkflowValidation.check(reading("a", "b"), catalog);
        write("placed", "string", "long", false);
        catalog.names().rename("placed", "b", true);
        assertRejected(
                reading("a", "b"), external, ErrorCode.INVALID_ARGUMENT, "group 'b'", "was written with a partitioner");
    }
}

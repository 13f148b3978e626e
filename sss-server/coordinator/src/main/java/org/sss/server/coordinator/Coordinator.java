package org.sss.server.coordinator;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.ClusterStatus;
import org.sss.net.control.ServerVerbs.Copy;
import org.sss.net.control.ServerVerbs.DiskState;
import org.sss.net.control.ServerVerbs.DropGroup;
import org.sss.net.control.ServerVerbs.GroupsAfter;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.NodeHealth;
import org.sss.net.control.ServerVerbs.NodeLoss;
import org.sss.net.control.ServerVerbs.NodeNumber;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.Numbered;
import org.sss.net.control.ServerVerbs.Rename;
import org.sss.net.control.ServerVerbs.Repair;
import org.sss.net.control.ServerVerbs.Shortage;
import org.sss.net.control.ServerVerbs.WorkflowsBelow;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.peer.PeerLimit;
import org.sss.net.peer.Principal;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Work;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.blob.BlobStreams;
import org.sss.server.coordinator.execution.WorkflowPage;
import org.sss.server.coordinator.execution.Workflows;
import org.sss.server.coordinator.execution.job.JobDefaults;
import org.sss.server.coordinator.execution.job.RunContext;
import org.sss.server.coordinator.execution.job.RunningCode;
import org.sss.server.coordinator.execution.job.Scheduling;
import org.sss.server.coordinator.execution.job.Shortages;
import org.sss.server.coordinator.members.ClusterChanges;
import org.sss.server.coordinator.members.Copies;
import org.sss.server.coordinator.members.Members;
import org.sss.server.coordinator.members.NodeLinks;
import org.sss.server.coordinator.members.NodesInUse;
import org.sss.server.coordinator.members.Repairer;
import org.sss.server.coordinator.state.Catalog;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.timing.PeriodicTask;

/** The catalog of all groups and the execution of all workflows, on node 0 only. Thread-safe. */
public final class Coordinator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);
    private static final long UPKEEP_SECONDS = 5;
    /** Each occupies a thread while its group is created and while it is committed. */
    private static final int MAX_WRITERS = 512;

    private static final int MAX_FOLLOWERS = 4096;

    private final CoordinatorState state;
    private final Members members;
    private final NodeLinks links;
    private final RunContext context;
    private final Workflows workflows;
    private final Repairer repairer;
    private final ClusterChanges changes;
    private Future<?> upkeep = CompletableFuture.completedFuture(null);

    private Coordinator(
            CoordinatorState state,
            Members members,
            NodeLinks links,
            RunContext context,
            Repairer repairer,
            int workflowsAtOnce) {
        this.state = state;
        this.members = members;
        this.links = links;
        this.context = context;
        this.repairer = repairer;
        this.changes = new ClusterChanges(members, state.catalog(), links, context.nodesInUse(), repairer);
        this.workflows = new Workflows(context, workflowsAtOnce);
    }

    /**
     * The environment of a coordinator.
     *
     * @param directory   of the node's data
     * @param persistence what survives the coordinator
     * @param repair      when and how fast missing copies of groups are made
     * @param shortage    of memory that ended the previous coordinator, or null
     */
    public record Environment(
            Path directory,
            CoordinatorState.Persistence persistence,
            BlobStore blobs,
            Scheduling scheduling,
            int workflowsAtOnce,
            JobDefaults defaults,
            Repairer.Limits repair,
            Shortage shortage) {}

    /**
     * Reads the state that the previous coordinator has stored.
     *
     * @param map creates the cluster map and the calls to the nodes, once the cluster's id and subgroups are known
     */
    public static Coordinator open(
            Environment environment, CoordinatorState.Shape shape, Function<CoordinatorState, Members> map) {
        DeadGroups dead = new DeadGroups();
        CoordinatorState state = CoordinatorState.open(
                environment.directory(),
                shape,
                environment.persistence(),
                environment.scheduling().clock(),
                dead::drop,
                id -> Shortages.ofCoordinator(environment.shortage(), id));
        Members members = map.apply(state);
        NodeLinks links = new NodeLinks(
                members,
                state.catalog(),
                environment.scheduling().executor(),
                environment.scheduling().timer());
        dead.links = links;
        RunContext context = new RunContext(
                members,
                new RunContext.Stores(
                        state.catalog(),
                        state.history(),
                        environment.blobs(),
                        new Copies(
                                members,
                                state.catalog(),
                                environment.defaults().shuffles().stepTimeout()),
                        new NodesInUse(members, state.catalog())),
                environment.scheduling(),
                environment.defaults(),
                new RunningCode());
        Repairer repairer = new Repairer(
                members,
                state.catalog(),
                context.nodesInUse(),
                context.copies(),
                environment.repair(),
                context.executor(),
                context.timer());
        return new Coordinator(state, members, links, context, repairer, environment.workflowsAtOnce());
    }

    /** Forwards dead groups to the links. Groups that die before the links exist are found when the nodes join. */
    private static final class DeadGroups {
        private volatile NodeLinks links;

        void drop(GroupKey group) {
            NodeLinks to = links;
            if (to != null) {
                to.drop(group);
            }
        }
    }

    public ClusterMap map() {
        return members.map();
    }

    /** Adds the verbs that only the coordinator answers. */
    public void register(RpcService service) {
        registerGroups(service);
        registerWorkflows(service);
        new BlobStreams(context.blobs(), context.executor()).register(service);
        service.on(ServerVerbs.CLUSTER_STATUS, Nothing.class, n -> status());
        service.on(ServerVerbs.NODE_READY, NodeNumber.class, node -> {
            links.announced(existing(node.node()));
            return new Nothing();
        });
        service.on(ServerVerbs.CLUSTER_REPAIR, Repair.class, repair -> changes.repair(repair.now()));
        service.on(ServerVerbs.CLUSTER_REMOVE_NODE, NodeNumber.class, n -> changes.removeLost(existing(n.node())));
        service.on(ServerVerbs.CLUSTER_REPLACE_NODE, NodeNumber.class, n -> changes.replace(existing(n.node())));
        service.on(ServerVerbs.CLUSTER_ACCEPT_LOSS, NodeNumber.class, node -> acceptLoss(node.node()));
    }

    private ClusterStatus status() {
        members.checks().awaitFirstAnswers();
        return new ClusterStatus(
                map(),
                members.health().all().stream()
                        .map(node -> new NodeHealth(
                                node.node(),
                                node.status(),
                                node.error(),
                                state.catalog().losses().loss(node.node().id()),
                                disk(node.node().id())))
                        .toList(),
                state.catalog().orphans().count(),
                state.catalog().places().active() == null ? null : repairer.status());
    }

    /** Returns what it counts; reads all groups, so not more than once a second. */
    public CoordinatorFigures figures() {
        return new CoordinatorFigures(
                workflows.active(),
                context.times(),
                CoordinatorFigures.Nodes.of(members, state.catalog()),
                CoordinatorFigures.Stored.of(state.catalog()),
                state.catalog().places().active() == null ? null : repairer.status(),
                state.catalog().orphans().count(),
                state.journalBytes());
    }

    private DiskState disk(int node) {
        return state.catalog().lostNodes().contains(node)
                ? DiskState.LOST
                : state.catalog().losses().isEmpty(node) ? DiskState.EMPTY : DiskState.KEPT;
    }

    private NodeLoss acceptLoss(int node) {
        existing(node);
        members.checks().awaitFirstAnswers();
        NodeLoss loss = state.catalog().losses().accept(node);
        repairer.wake();
        return loss;
    }

    private int existing(int node) {
        if (node < 0 || node >= map().nodes().size()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "there is no node " + node + "; the cluster has nodes 0 to "
                            + (map().nodes().size() - 1));
        }
        return node;
    }

    private void registerGroups(RpcService service) {
        Catalog catalog = state.catalog();
        PeerLimit writers = new PeerLimit("groups to receive", MAX_WRITERS);
        service.onCaller(ServerVerbs.GROUP_LIST, GroupsAfter.class, (after, caller) -> {
            members.checks().awaitFirstAnswers();
            return catalog.page(after.name(), caller::hasGroup);
        });
        service.onCaller(ServerVerbs.GROUP_GET, Name.class, (name, caller) -> {
            checkSource(caller, name.name());
            members.checks().awaitFirstAnswers();
            return catalog.get(name.name());
        });
        service.onCaller(ServerVerbs.GROUP_DROP, DropGroup.class, (group, caller) -> {
            checkSource(caller, group.name());
            if (group.id() == 0) {
                return done(catalog.drop(group.name()));
            }
            if (!catalog.drop(group.name(), group.id())) {
                throw new SssException(
                        ErrorCode.NOT_FOUND,
                        "group '" + group.name() + "' with number " + group.id() + " does not exist any more: it was"
                                + " dropped, renamed or replaced in the meantime");
            }
            return new Nothing();
        });
        service.on(ServerVerbs.GROUP_NAME, Numbered.class, numbered -> new Name(catalog.nameOf(numbered.group())));
        new OrphanedGroups(members, catalog).register(service);
        service.onCaller(ServerVerbs.GROUP_RENAME, Rename.class, (r, caller) -> {
            checkSource(caller, r.from());
            caller.checkGroup(r.to());
            return done(catalog.names().rename(r.from(), r.to(), r.replace()));
        });
        GroupCopy copies = new GroupCopy(context);
        service.onCaller(ServerVerbs.GROUP_COPY, Copy.class, (copy, caller) -> {
            checkSource(caller, copy.from());
            caller.checkGroup(copy.to());
            if (!caller.hasAllGroups()) {
                catalog.checkShare(caller::hasGroup);
            }
            return copies.run(copy);
        });
        service.onStream(
                ServerVerbs.GROUP_WRITE,
                (header, stream) -> GroupWriteStream.open(header, stream, context, service.memory(stream), writers));
    }

    /** The message about a missing group suggests a similar name, which may be one that the caller must not know. */
    private void checkSource(Principal caller, String group) {
        caller.checkGroup(group);
        if (!caller.hasAllGroups() && state.catalog().find(group).isEmpty()) {
            throw new SssException(
                    ErrorCode.NOT_FOUND, "there is no group '" + group + "'; 'sss group ls' lists the groups");
        }
    }

    private void registerWorkflows(RpcService service) {
        PeerLimit followers = new PeerLimit("followers of workflows", MAX_FOLLOWERS);
        service.onCaller(ServerVerbs.WORKFLOW_SUBMIT, WorkflowSpec.class, workflows::submit);
        service.on(ServerVerbs.WORKFLOW_GET, Name.class, name -> workflows.get(name.name()));
        service.on(ServerVerbs.WORKFLOW_SPEC, Name.class, name -> workflows.spec(name.name()));
        service.on(
                ServerVerbs.WORKFLOW_LIST,
                WorkflowsBelow.class,
                below -> WorkflowPage.of(workflows.list(), below)
                        .at(context.clock().millis()));
        service.on(ServerVerbs.WORKFLOW_CANCEL, Name.class, name -> workflows.cancel(name.name()));
        service.onStream(ServerVerbs.WORKFLOW_FOLLOW, (header, stream) -> {
            String id = Json.read(header, Name.class, "the header of workflow.follow")
                    .name();
            stream.hold(followers, 1);
            return workflows.follow(id, stream);
        });
    }

    private static Nothing done(Object ignored) {
        return new Nothing();
    }

    /** Starts to connect to the nodes. Called once. */
    public void start() {
        links.start();
        changes.start();
        repairer.start();
        upkeep = context.timer()
                .scheduleWithFixedDelay(
                        new PeriodicTask("upkeep of the journal", this::startUpkeep),
                        UPKEEP_SECONDS,
                        UPKEEP_SECONDS,
                        TimeUnit.SECONDS);
    }

    private void startUpkeep() {
        try {
            Work.execute(context.executor(), this::maintainJournal, "upkeep of the journal");
        } catch (SssException e) {
            LOG.debug("The journal is compacted later: {}", e.getMessage());
        }
    }

    private void maintainJournal() {
        try {
            state.compactIfLarge();
        } catch (SssException e) {
            LOG.warn("the journal could not be compacted: {}", e.getMessage());
        }
        try {
            state.catchUp();
        } catch (SssException e) {
            LOG.warn("ends of workflows could not be written to the journal yet: {}", e.getMessage());
        }
    }

    /** Ends all workflows, accepts no more, and closes the links to the nodes. */
    public void endWork() {
        repairer.close();
        workflows.close();
        links.close();
    }

    @Override
    public void close() {
        upkeep.cancel(false);
        endWork();
        state.close();
    }
}

package org.sss.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sss.api.Codecs;
import org.sss.api.Partitioner;
import org.sss.api.Partitioners;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.code.JobSpecs;
import org.sss.client.link.AllGroups;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.GroupWrite;
import org.sss.client.link.TupleStream;
import org.sss.client.text.TextFiles;
import org.sss.client.text.TsvLines;
import org.sss.client.text.WholeFile;
import org.sss.io.BadRecord;
import org.sss.net.auth.AuthTransport;
import org.sss.net.auth.TokenFile;
import org.sss.net.block.KeyRange;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Copy;
import org.sss.net.control.ServerVerbs.DropGroup;
import org.sss.net.control.ServerVerbs.Groups;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.Rename;
import org.sss.net.control.ServerVerbs.Workflows;
import org.sss.net.library.Libraries;
import org.sss.net.rpc.Rpc;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpSecurity;
import org.sss.net.transport.tcp.TcpTransport;

/**
 * A client of one SSS cluster: imports, exports and reads groups, and runs workflows. Thread-safe. Every call except
 * {@link #run}, which waits for the workflow, ends within its deadline with a result or an {@link
 * org.sss.api.SssException}: NODE_UNREACHABLE, TIMEOUT, or a code documented at the call. Imports and exports take time
 * in proportion to the data; each of their steps has a deadline.
 */
public final class SssClient implements AutoCloseable {
    private final ClusterLink link;
    private final Submission submission;
    private final AutoCloseable backend;

    /** @param backend closed after the connections: the transport, or the nodes if they run in this JVM */
    SssClient(ClusterLink link, boolean sharedClasses, AutoCloseable backend) {
        this.link = link;
        this.backend = backend;
        submission = new Submission(link, sharedClasses);
    }

    /**
     * Connects to a cluster with the token of this user, see {@link Credentials#ofUser}. {@code hostPort} may be any of
     * its nodes.
     *
     * @param hostPort such as {@code 127.0.0.1:21200}
     * @throws org.sss.api.SssException as {@link #connect(String, Supplier)}
     */
    public static SssClient connect(String hostPort) {
        return connect(hostPort, Credentials::ofUser);
    }

    /**
     * Connects to a cluster with given credentials.
     *
     * @param credentials called for each connection to a node, so that a token can be replaced while the client is used
     * @throws org.sss.api.SssException INVALID_ARGUMENT if it is not HOST:PORT, is the data port of a node, or a
     *     library on the class path has a version that SSS does not work with; NODE_UNREACHABLE: immediately if nothing
     *     listens there, after 8 s if the host does not answer; TIMEOUT after 30 s if something listens and does not
     *     answer; UNAUTHENTICATED if the cluster does not accept the token
     */
    public static SssClient connect(String hostPort, Supplier<Credentials> credentials) {
        Supplier<TokenFile> tokens = () -> credentials.get().tokens();
        Libraries.check();
        NodeAddress address = NodeAddress.parse(hostPort);
        TcpTransport transport = new TcpTransport(
                TcpConfig.DEFAULTS.withThreads(1),
                TcpSecurity.client(() -> tokens.get().authorities()));
        try {
            ClusterLink link = new ClusterLink(new AuthTransport(transport, tokens), address);
            // A scan of a group has a stream for each subgroup.
            transport.limitWindow(StreamConfig.windowBytes(link.map().subgroupCount()));
            return new SssClient(link, false, transport);
        } catch (RuntimeException e) {
            transport.close();
            throw e;
        }
    }

    /**
     * Returns a client over connections of SSS itself, for parts of a node that act as a client.
     *
     * @param link closed with the client
     */
    public static SssClient over(ClusterLink link) {
        return new SssClient(link, false, () -> {});
    }

    /** Returns the nodes and the number of subgroups, as of {@link #connect}. */
    public Cluster cluster() {
        return Cluster.of(link.map());
    }

    /** Returns the calls for operators: health, lost and orphaned data, reports. Most need the role {@code admin}. */
    public ClusterAdmin admin() {
        return new ClusterAdmin(this, link);
    }

    /**
     * Returns all committed groups, sorted by name; groups with lost tuples are INCOMPLETE. Large lists are read in
     * pages, so a group that is renamed during the call may appear under both names or none.
     */
    public List<Group> groups() {
        return Group.of(AllGroups.of(link).groups());
    }

    /** As {@link #groups}, with the time of the cluster, by which the ages of groups are known. */
    public ListedGroups listGroups() {
        Groups all = AllGroups.of(link);
        return new ListedGroups(Group.of(all.groups()), all.nowMillis());
    }

    /**
     * Returns the description of a committed group; its state is INCOMPLETE if a node has lost tuples of it, so that
     * reads of it fail.
     *
     * @throws org.sss.api.SssException NOT_FOUND
     */
    public Group group(String name) {
        return new Group(info(name));
    }

    private GroupInfo info(String name) {
        return link.ask(ServerVerbs.GROUP_GET, new Name(name), GroupInfo.class);
    }

    /**
     * Returns the number of tuples, as committed. Asks only the coordinator.
     *
     * @throws org.sss.api.SssException NOT_FOUND; CORRUPT if a node has lost some of them
     */
    public long count(String name) {
        return readable(name).tuples();
    }

    /**
     * Returns the size of each subgroup, and its node.
     *
     * @throws org.sss.api.SssException NOT_FOUND
     */
    public GroupLayout stat(String name) {
        return GroupLayout.of(link, info(name));
    }

    /**
     * Drops the group in constant time.
     *
     * @throws org.sss.api.SssException NOT_FOUND
     */
    public void drop(String name) {
        link.ask(ServerVerbs.GROUP_DROP, new DropGroup(name, 0), Nothing.class);
    }

    /**
     * Drops this group, and no other one that has its name now.
     *
     * @throws org.sss.api.SssException NOT_FOUND
     */
    public void drop(Group group) {
        link.ask(ServerVerbs.GROUP_DROP, new DropGroup(group.name(), group.id()), Nothing.class);
    }

    /**
     * Renames a group. Not retried: after NODE_UNREACHABLE or TIMEOUT the group has one of the two names, and a second
     * call fails with NOT_FOUND if it is the new one.
     *
     * @throws org.sss.api.SssException NOT_FOUND, ALREADY_EXISTS
     */
    public void rename(String from, String to) {
        TupleGroup.checkName(to);
        link.ask(ServerVerbs.GROUP_RENAME, new Rename(from, to, false), Nothing.class);
    }

    /**
     * Copies a group in constant time: nodes link the files of the new group to those of the old one. Of a group
     * without files of its own, which is in memory or in the layout {@code tuples}, each node copies the tuples that it
     * has; the copy is in memory if the group is. Not retried: after NODE_UNREACHABLE or TIMEOUT the copy may exist.
     *
     * @throws org.sss.api.SssException NOT_FOUND, ALREADY_EXISTS; OVERLOADED if several groups are being copied;
     *     CORRUPT if tuples of the group are lost
     */
    public Group copy(String from, String to) {
        return copy(from, to, false);
    }

    /**
     * The same.
     *
     * @param replace whether to replace an existing group of the new name
     */
    public Group copy(String from, String to, boolean replace) {
        TupleGroup.checkName(to);
        return new Group(Rpc.call(
                link.coordinator(),
                ServerVerbs.GROUP_COPY,
                new Copy(from, to, replace),
                GroupInfo.class,
                GroupWrite.COMMIT_TIMEOUT));
    }

    /**
     * Starts writing a new group. @throws org.sss.api.SssException ALREADY_EXISTS unless the group is {@code
     * replacing()}
     */
    public <K, V> GroupWriter<K, V> write(TupleGroup<K, V> group) {
        return new GroupWriter<>(link, group, "client");
    }

    /**
     * Starts writing a new group whose tuples a partitioner places: {@link Partitioners#range}, {@link
     * Partitioners#roundRobin}, or a function of key and value. The group is marked: lookups of keys ask all subgroups,
     * and a join needs {@link org.sss.api.CoGroupJob#placedAlike}. A Reduce is called once for a key in each subgroup
     * that has it, so a partitioner of a group to be reduced looks at the key alone.
     *
     * @throws org.sss.api.SssException ALREADY_EXISTS unless the group is {@code replacing()}; INVALID_ARGUMENT for
     *     {@link Partitioners#local} and {@link Partitioners#shifted}, which place tuples next to the input of a task;
     *     NOT_FOUND or TYPE_MISMATCH for the group of a range partitioner
     */
    public <K, V> GroupWriter<K, V> write(TupleGroup<K, V> group, Partitioner<K, V> partitioner) {
        return new GroupWriter<>(link, group, WriterPlacement.of(link, group, partitioner), "client");
    }

    /**
     * Starts writing a new group with {@code count} threads, each with its own writer; it is committed as a whole.
     *
     * @throws org.sss.api.SssException ALREADY_EXISTS unless the group is {@code replacing()}
     */
    public <K, V> GroupWriters<K, V> writers(TupleGroup<K, V> group, int count) {
        return new GroupWriters<>(link, group, count, "client");
    }

    /**
     * As {@link #writers(TupleGroup, int)} and {@link #write(TupleGroup, Partitioner)}. The threads of all writers call
     * the partitioner, unless it returns one for each writer ({@link Partitioner#forWriter}).
     *
     * @throws org.sss.api.SssException as they do
     */
    public <K, V> GroupWriters<K, V> writers(TupleGroup<K, V> group, int count, Partitioner<K, V> partitioner) {
        return new GroupWriters<>(link, group, WriterPlacement.of(link, group, partitioner), count, "client");
    }

    /**
     * Starts writing a new group from several processes: they write with its {@link DistributedWrite#ticket}, and this
     * one commits.
     *
     * @param sources number of the sources, such as partitions of the input, each of which is committed once
     * @throws org.sss.api.SssException ALREADY_EXISTS unless the group is {@code replacing()}
     */
    public <K, V> DistributedWrite<K, V> openWrite(TupleGroup<K, V> group, int sources) {
        return new DistributedWrite<>(link, group, sources);
    }

    /**
     * Returns the values of one key, in the order in which they were written; empty if the key does not exist.
     *
     * @throws org.sss.api.SssException NOT_FOUND, TYPE_MISMATCH for the group; INVALID_ARGUMENT for a null key
     */
    public <K, V> List<V> get(TupleGroup<K, V> group, K key) {
        return reader(group).get(key);
    }

    /**
     * Returns a reader for many keys, which resolves the group once.
     *
     * @throws org.sss.api.SssException NOT_FOUND, TYPE_MISMATCH for the group
     */
    public <K, V> GroupReader<K, V> reader(TupleGroup<K, V> group) {
        return new GroupReader<>(link, checked(group), group);
    }

    /**
     * Like {@link #reader} with encoded keys and values.
     *
     * @throws org.sss.api.SssException NOT_FOUND
     */
    public RawReader rawReader(String group) {
        return new RawReader(link, readable(group));
    }

    /**
     * As {@link #rawReader(String)} of this group, and of no other one that has its name now.
     *
     * @throws org.sss.api.SssException CORRUPT, NOT_FOUND if it is INCOMPLETE
     */
    public RawReader rawReader(Group group) {
        return new RawReader(link, group.info().checkWhole());
    }

    /**
     * Returns the first value of one key as a stream, which must be closed, see {@link GroupReader#open}.
     *
     * @throws org.sss.api.SssException NOT_FOUND for the group or the key, TYPE_MISMATCH for the group
     */
    public <K> InputStream openValue(TupleGroup<K, ?> group, K key) {
        return reader(group).open(key);
    }

    /**
     * Returns a scan of all tuples in key order; bounds can be set on it, and it must be closed. Reads nothing before
     * the iteration starts.
     *
     * @throws org.sss.api.SssException NOT_FOUND, TYPE_MISMATCH for the group
     */
    public <K, V> Scan<K, V> scan(TupleGroup<K, V> group) {
        return new Scan<>(link, checked(group), group);
    }

    /**
     * Checks the files of an import, without a cluster.
     *
     * @throws org.sss.api.SssException NOT_FOUND, INVALID_ARGUMENT
     */
    public static void checkReadable(List<Path> files) {
        TextFiles.of(files);
    }

    /**
     * As {@link #importText(TupleGroup, List, Transferred)}, into a new group of long keys and string values.
     *
     * @throws org.sss.api.SssException as there
     */
    public Group importText(String group, List<Path> files) {
        return importText(TupleGroup.of(group, Codecs.LONG, Codecs.STRING), files, new Transferred());
    }

    /**
     * Writes a new group with one tuple per line: the key is the position of the line's first byte in the concatenated
     * files, the value is the bytes of the line without its newline. The end of a file ends its last line. Files
     * compressed with gzip, zstd, bzip2 or lz4 are decompressed, and count as 1 TiB each for positions, as does {@code
     * -}, the standard input. Rejects files that are not text (archives, Parquet, UTF-16).
     *
     * @param group keys are {@code long}, values {@code string} or {@code bytes}; the stored bytes are the same
     * @param done  counts tuples and bytes while the import runs
     * @throws org.sss.api.SssException NOT_FOUND or INVALID_ARGUMENT for a file that cannot be read, ALREADY_EXISTS for
     *     the group, TOO_LARGE for a line over 1 GiB; the group does not exist then
     */
    public Group importText(TupleGroup<?, ?> group, List<Path> files, Transferred done) {
        return importText(group, files, done, false);
    }

    /**
     * As {@link #importText(TupleGroup, List, Transferred)}.
     *
     * @param asText whether to read the files as plain text, without detecting compressed or binary files
     */
    public Group importText(TupleGroup<?, ?> group, List<Path> files, Transferred done, boolean asText) {
        TypeCheck.lines(group);
        TextFiles text = TextFiles.of(files, asText);
        NewGroup request =
                new NewGroup(group.name(), JobSpecs.format(group, true), group.replace(), "import", group.copies());
        return text.sequential()
                ? SequentialText.into(link, request, text, done)
                : new Group(TextImport.into(link, request, text, done));
    }

    /**
     * Writes a new group from lines {@code key TAB value} in the form of {@link org.sss.api.TextForm}, as written by an
     * export.
     *
     * @throws org.sss.api.SssException as {@link #importText(TupleGroup, List, Transferred)}; INVALID_ARGUMENT for an
     *     invalid line, with its file and number
     */
    public Group importTsv(TupleGroup<?, ?> group, List<Path> files, Transferred done) {
        return importTsv(group, files, done, false, bad -> {
            throw TsvImport.nothing(bad.error());
        });
    }

    /**
     * As {@link #importTsv(TupleGroup, List, Transferred)}, with {@code asText} as in {@link #importText(TupleGroup,
     * List, Transferred, boolean)}.
     *
     * @param bad receives each invalid line, which is skipped unless this throws
     * @throws org.sss.api.SssException also INVALID_ARGUMENT if there are lines, and all are invalid
     */
    public Group importTsv(
            TupleGroup<?, ?> group, List<Path> files, Transferred done, boolean asText, Consumer<BadRecord> bad) {
        TextFiles text = TextFiles.of(files, asText);
        try (GroupWriter<?, ?> writer = new GroupWriter<>(link, group, "import")) {
            new TsvImport(writer, group, text, done, bad).run();
            return writer.commit();
        }
    }

    /**
     * Writes {@code key TAB value} lines, one per value, in ascending order of the encoded keys. Does not close {@code
     * out}.
     *
     * @throws java.io.UncheckedIOException if {@code out} fails
     * @throws org.sss.api.SssException NOT_FOUND; CORRUPT if files are damaged or missing, maybe after most lines were
     *     written
     */
    public void export(String group, OutputStream out, Transferred done) {
        GroupInfo info = readable(group);
        try (TupleStream stream = TupleStream.ofGroup(link, info, KeyRange.ALL)) {
            new TsvLines(info.keyType(), info.valueType(), out).writeAll(stream, done::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * As {@link #export(String, OutputStream, Transferred)}, to a file; replaces an existing file. If the export fails,
     * the file is unchanged, see {@link WholeFile}.
     *
     * @throws java.io.UncheckedIOException if the file cannot be written
     * @throws org.sss.api.SssException as there
     */
    public void export(String group, Path file) {
        readable(group);
        try (WholeFile whole = WholeFile.create(file)) {
            export(group, whole.out(), new Transferred());
            whole.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sends the code of the workflow and starts it, without waiting for its end.
     *
     * @throws org.sss.api.SssException USER_CODE if a function cannot be serialized; INVALID_ARGUMENT, NOT_FOUND,
     *     ALREADY_EXISTS or TYPE_MISMATCH for its groups; NODE_UNREACHABLE if a node does not answer; OVERLOADED if too
     *     many workflows are waiting
     */
    public WorkflowHandle submit(Workflow workflow) {
        return new WorkflowHandle(link, submission.submit(workflow).id());
    }

    /**
     * Submits the workflow and waits for its end, without a time limit.
     *
     * @return the last status, which is {@code SUCCEEDED}
     * @throws org.sss.api.SssException as {@link #submit}; the error of the workflow if it fails; CANCELLED if it was
     *     cancelled, or this thread was interrupted: the workflow then continues
     */
    public WorkflowReport run(Workflow workflow) {
        return submit(workflow).await();
    }

    /** Returns the workflows, newest first: all that wait or run, and the last 1000 that have ended. */
    public List<WorkflowReport> workflows() {
        return WorkflowReport.of(WorkflowList.of(link).workflows());
    }

    /** As {@link #workflows}, with the time of the cluster, by which those that run have started. */
    public ListedWorkflows listWorkflows() {
        Workflows all = WorkflowList.of(link);
        return new ListedWorkflows(WorkflowReport.of(all.workflows()), all.nowMillis(), null);
    }

    /**
     * As {@link #listWorkflows()}, a page of them, which costs little with many workflows.
     *
     * @param below the id of the oldest one of the page before, such as {@code wf-12}; null for the newest workflows
     * @param max   of the page; it may have fewer, with {@link ListedWorkflows#next} for the next page
     * @throws org.sss.api.SssException INVALID_ARGUMENT if {@code below} is not an id
     */
    public ListedWorkflows listWorkflows(String below, int max) {
        Workflows page = WorkflowList.page(link, below, Math.max(1, max));
        return new ListedWorkflows(WorkflowReport.of(page.workflows()), page.nowMillis(), page.next());
    }

    /**
     * Returns a handle of a submitted workflow, also of another client.
     *
     * @param id such as {@code wf-12}
     * @throws org.sss.api.SssException NOT_FOUND
     */
    public WorkflowHandle workflow(String id) {
        WorkflowHandle handle = new WorkflowHandle(link, id);
        handle.status();
        return handle;
    }

    /**
     * As {@link WorkflowHandle#cancel}.
     *
     * @param id such as {@code wf-12}
     * @throws org.sss.api.SssException NOT_FOUND
     */
    public WorkflowReport cancel(String id) {
        return new WorkflowHandle(link, id).cancel();
    }

    /**
     * Returns a replay, which runs the functions of a job of an earlier workflow again in this process, for one key.
     *
     * @param workflow its id, such as {@code wf-12}
     * @param job      its name, such as {@code map-1}
     * @throws org.sss.api.SssException NOT_FOUND, also if the coordinator has discarded the workflow
     */
    public JobReplay replay(String workflow, String job) {
        return new JobReplay(link, workflow, job);
    }

    /**
     * Returns tuples in key order as bytes, for callers that know the types only by name. Bounds are encoded keys, or
     * null.
     *
     * @throws org.sss.api.SssException NOT_FOUND
     */
    public RawTuples raw(String group, byte[] prefix, byte[] from, byte[] to) {
        GroupInfo info = readable(group);
        KeyRange range = new KeyRange(from, to).and(prefix == null ? KeyRange.ALL : KeyRange.prefix(prefix));
        return new RawTuples(info, TupleStream.ofGroup(link, info, range));
    }

    /**
     * As {@link #raw(String, byte[], byte[], byte[])} for one part of the group, see {@link Scan#part}.
     *
     * @throws org.sss.api.SssException NOT_FOUND, INVALID_ARGUMENT
     */
    public RawTuples raw(String group, int part, int parts) {
        return raw(group, part, parts, null, null);
    }

    /**
     * The tuples of one part of the group whose encoded keys are in a range.
     *
     * @param from the first key, or null
     * @param to   the key after the last one, or null
     * @throws org.sss.api.SssException NOT_FOUND, INVALID_ARGUMENT
     */
    public RawTuples raw(String group, int part, int parts, byte[] from, byte[] to) {
        Scan.checkPart(part, parts);
        GroupInfo info = readable(group);
        return new RawTuples(info, TupleStream.ofPart(link, info, new KeyRange(from, to), part, parts));
    }

    /**
     * The same of this group, and of no other one that has its name now: its tuples are NOT_FOUND after it was dropped
     * or replaced. With as many parts as subgroups, part {@code i} is subgroup {@code i}.
     *
     * @throws org.sss.api.SssException INVALID_ARGUMENT; CORRUPT, NOT_FOUND if it is INCOMPLETE
     */
    public RawTuples raw(Group group, int part, int parts, byte[] from, byte[] to) {
        Scan.checkPart(part, parts);
        GroupInfo info = group.info().checkWhole();
        return new RawTuples(info, TupleStream.ofPart(link, info, new KeyRange(from, to), part, parts));
    }

    /** Closes the connections, and stops a cluster in this process. Workflows of a remote cluster continue. */
    @Override
    public void close() {
        link.close();
        try {
            backend.close();
        } catch (Exception e) {
            throw org.sss.api.SssException.of(e, "stopping the nodes");
        }
    }

    ClusterLink link() {
        return link;
    }

    private GroupInfo readable(String name) {
        return info(name).checkWhole();
    }

    private GroupInfo checked(TupleGroup<?, ?> group) {
        GroupInfo info = readable(group.name());
        TypeCheck.same(info, group);
        return info;
    }
}

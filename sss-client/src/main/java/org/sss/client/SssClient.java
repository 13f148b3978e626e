package org.sss.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.sss.api.Codecs;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.link.AllGroups;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.GroupLayout;
import org.sss.client.link.TupleStream;
import org.sss.client.text.TextFiles;
import org.sss.client.text.Transferred;
import org.sss.client.text.TsvLines;
import org.sss.client.text.WholeFile;
import org.sss.net.block.KeyRange;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Adopt;
import org.sss.net.control.ServerVerbs.ClusterStatus;
import org.sss.net.control.ServerVerbs.Copy;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.ServerVerbs.NodeLoss;
import org.sss.net.control.ServerVerbs.NodeNumber;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.Orphans;
import org.sss.net.control.ServerVerbs.Purge;
import org.sss.net.control.ServerVerbs.Rename;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpTransport;

/**
 * A client of one SSS cluster: groups in and out, workflows. Thread-safe. Every call but {@link #run}, which waits as long as the
 * workflow takes, ends within its deadline with a result or an {@link org.sss.api.SssException}: NODE_UNREACHABLE, TIMEOUT, or
 * what the call says. Imports and exports are as long as the data; none of their steps is without a deadline.
 */
public final class SssClient implements AutoCloseable {
    private final ClusterLink link;
    private final Submission submission;
    private final AutoCloseable behind;

    /** @param behind closed after the connections: the transport, or the nodes when they live in this JVM */
    public SssClient(ClusterLink link, boolean sharedClasses, AutoCloseable behind) {
        this.link = link;
        this.behind = behind;
        submission = new Submission(link, sharedClasses);
    }

    /**
     * Connects to the cluster of which {@code hostPort} is a node, any one.
     *
     * @param hostPort such as {@code 127.0.0.1:21200}
     * @throws org.sss.api.SssException INVALID_ARGUMENT unless it is HOST:PORT, and for the data port of a node; NODE_UNREACHABLE, at
     *     once when nothing listens there, after 8 s when the host does not answer, after 16 s at the latest
     */
    public static SssClient connect(String hostPort) {
        NodeAddress address = NodeAddress.parse(hostPort);
        TcpTransport transport = new TcpTransport(TcpConfig.DEFAULTS.withThreads(1));
        try {
            ClusterLink link = new ClusterLink(transport, address);
            // Who reads a group in order has a stream for each subgroup.
            transport.limitWindow(StreamConfig.windowBytes(link.map().subgroupCount()));
            return new SssClient(link, false, transport);
        } catch (RuntimeException e) {
            transport.close();
            throw e;
        }
    }

    /** The nodes and the number of subgroups, as of {@link #connect}. */
    public ClusterMap cluster() {
        return link.map();
    }

    /** Asks every node how it is; one that does not answer within 2 s is in the result with the reason. */
    public ClusterStatus clusterStatus() {
        return link.ask(ServerVerbs.CLUSTER_STATUS, new Nothing(), ClusterStatus.class);
    }

    /**
     * Lets a node take new data that has lost tuples of groups, as after its disk was replaced: until then jobs and imports fail. Those
     * groups stay INCOMPLETE until they are dropped, or the data is back.
     *
     * @return what the node has lost
     * @throws org.sss.api.SssException INVALID_ARGUMENT when there is no such node, or it has lost nothing
     */
    public NodeLoss acceptLoss(int node) {
        return link.ask(ServerVerbs.CLUSTER_ACCEPT_LOSS, new NodeNumber(node), NodeLoss.class);
    }

    /** All complete groups, by name; those of which nodes have lost tuples are INCOMPLETE. Of very many, one that is renamed meanwhile may be there under both names, or under none. */
    public List<GroupInfo> groups() {
        return AllGroups.of(link);
    }

    /**
     * What was committed of a complete group; its state is INCOMPLETE when a node has lost tuples of it, so that reads of it fail.
     *
     * @throws org.sss.api.SssException NOT_FOUND
     */
    public GroupInfo group(String name) {
        return link.ask(ServerVerbs.GROUP_GET, new Name(name), GroupInfo.class);
    }

    /**
     * Number of tuples, as it was committed: no node but the coordinator is asked.
     *
     * @throws org.sss.api.SssException NOT_FOUND; CORRUPT when a node has lost some of them
     */
    public long count(String name) {
        return readable(name).tuples();
    }

    /**
     * Groups that nodes have and the journal of the coordinator does not know, by number: after a journal was restored from a backup, or
     * when a coordinator was killed during a commit. They are not read and not deleted.
     *
     * @return all of them; {@code silent} has the nodes that did not answer
     */
    public Orphans orphans() {
        return AllGroups.orphans(link);
    }

    /**
     * Gives an orphaned group a name. All nodes have to be there.
     *
     * @param partial also if a node has nothing of it, which may be right for a group of few keys, or a loss
     * @return the group as it can be read now
     * @throws org.sss.api.SssException NOT_FOUND when it is not {@linkplain #orphans() orphaned}; ALREADY_EXISTS when the name is taken;
     *     INVALID_ARGUMENT when a node has nothing of it; CORRUPT when a node cannot use what it has; NODE_UNREACHABLE
     */
    public GroupInfo adopt(GroupKey group, String name, boolean partial) {
        return link.ask(ServerVerbs.GROUP_ADOPT, new Adopt(group, name, partial), GroupInfo.class);
    }

    /**
     * Deletes orphaned groups for good: at once on nodes that are there, on others when they are back.
     *
     * @throws org.sss.api.SssException NOT_FOUND when one is not {@linkplain #orphans() orphaned}; of many groups, others may be deleted then
     */
    public void purge(List<GroupKey> groups) {
        for (int from = 0; from < groups.size(); from += Purge.MAX_GROUPS) {
            List<GroupKey> some = groups.subList(from, Math.min(groups.size(), from + Purge.MAX_GROUPS));
            link.ask(ServerVerbs.GROUP_PURGE, new Purge(List.copyOf(some)), Nothing.class);
        }
    }

    /** How the group lies on the nodes, subgroup by subgroup. @throws org.sss.api.SssException NOT_FOUND */
    public GroupLayout stat(String name) {
        return GroupLayout.of(link, group(name));
    }

    /**
     * Drops the group, at the same cost at any size.
     *
     * @throws org.sss.api.SssException NOT_FOUND
     */
    public void drop(String name) {
        link.ask(ServerVerbs.GROUP_DROP, new Name(name), Nothing.class);
    }

    /**
     * Not tried again. After NODE_UNREACHABLE or TIMEOUT the group has one of the two names, and whoever tries again gets NOT_FOUND
     * if it is the new one.
     *
     * @throws org.sss.api.SssException NOT_FOUND, ALREADY_EXISTS
     */
    public void rename(String from, String to) {
        TupleGroup.checkName(to);
        link.ask(ServerVerbs.GROUP_RENAME, new Rename(from, to, false), Nothing.class);
    }

    /**
     * Copies a group, at the same cost at any size: nodes link the files of the new group to those of the old one. Not tried again; after
     * NODE_UNREACHABLE or TIMEOUT there may be a copy.
     *
     * @throws org.sss.api.SssException NOT_FOUND, ALREADY_EXISTS; OVERLOADED when several groups are being copied; CORRUPT when tuples of
     *     the group are lost; INVALID_ARGUMENT when it has no files of its own
     */
    public GroupInfo copy(String from, String to) {
        return copy(from, to, false);
    }

    /** The same. @param replace whether a group of the new name may exist, which is replaced */
    public GroupInfo copy(String from, String to, boolean replace) {
        TupleGroup.checkName(to);
        return link.ask(ServerVerbs.GROUP_COPY, new Copy(from, to, replace), GroupInfo.class);
    }

    /**
     * Begins a new group. @throws org.sss.api.SssException ALREADY_EXISTS unless the group is {@code replacing()}
     */
    public <K, V> GroupWriter<K, V> write(TupleGroup<K, V> group) {
        return new GroupWriter<>(link, group, "client");
    }

    /**
     * Begins a new group that {@code count} threads write at once, each with a writer of its own; it is committed as a whole.
     *
     * @throws org.sss.api.SssException ALREADY_EXISTS unless the group is {@code replacing()}
     */
    public <K, V> GroupWriters<K, V> writers(TupleGroup<K, V> group, int count) {
        return new GroupWriters<>(link, group, count, "client");
    }

    /**
     * The values of one key, in the order in which they were written; empty when there is none.
     *
     * @throws org.sss.api.SssException NOT_FOUND, TYPE_MISMATCH for the group; INVALID_ARGUMENT for a key that is null
     */
    public <K, V> List<V> get(TupleGroup<K, V> group, K key) {
        return reader(group).get(key);
    }

    /**
     * For reading many keys: looks the group up once.
     *
     * @throws org.sss.api.SssException NOT_FOUND, TYPE_MISMATCH for the group
     */
    public <K, V> GroupReader<K, V> reader(TupleGroup<K, V> group) {
        return new GroupReader<>(link, checked(group), group);
    }

    /** As {@link #reader} with encoded keys and values. @throws org.sss.api.SssException NOT_FOUND */
    public RawReader rawReader(String group) {
        return new RawReader(link, readable(group));
    }

    /**
     * The first value of one key as a stream, to be closed, see {@link GroupReader#open}.
     *
     * @throws org.sss.api.SssException NOT_FOUND for the group or the key, TYPE_MISMATCH for the group
     */
    public <K> InputStream openValue(TupleGroup<K, ?> group, K key) {
        return reader(group).open(key);
    }

    /**
     * All tuples by key; bounds can be set on the scan, which is to be closed. Nothing is read before it is walked.
     *
     * @throws org.sss.api.SssException NOT_FOUND, TYPE_MISMATCH for the group
     */
    public <K, V> Scan<K, V> scan(TupleGroup<K, V> group) {
        return new Scan<>(link, checked(group), group);
    }

    /** Checks what an import checks first, without a cluster. @throws org.sss.api.SssException NOT_FOUND, INVALID_ARGUMENT */
    public static void checkReadable(List<Path> files) {
        TextFiles.of(files);
    }

    /**
     * {@link #importText(TupleGroup, List, Transferred)} into a new group of long keys and string values.
     *
     * @throws org.sss.api.SssException as that
     */
    public GroupInfo importText(String group, List<Path> files) {
        return importText(TupleGroup.of(group, Codecs.LONG, Codecs.STRING), files, new Transferred());
    }

    /**
     * Writes a new group with one tuple per line: the key is the position of the line's first byte in the files one after
     * another, the value is the line without its newline, byte for byte. The end of a file ends its last line. gzip, zstd, bzip2 and
     * lz4 files are read as what they hold, and count as 1 TiB each. Files that are no text (archives, Parquet, UTF-16) are refused.
     *
     * @param group keys are {@code long}, values {@code string} or {@code bytes}: the same bytes either way
     * @param done  counts tuples and bytes while the import runs
     * @throws org.sss.api.SssException NOT_FOUND or INVALID_ARGUMENT for a file that cannot be read, ALREADY_EXISTS for
     *     the group, TOO_LARGE for a line over 1 GiB; the group does not exist then
     */
    public GroupInfo importText(TupleGroup<?, ?> group, List<Path> files, Transferred done) {
        return importText(group, files, done, false);
    }

    /**
     * {@link #importText(TupleGroup, List, Transferred)}.
     *
     * @param asText to take the files as they are, whatever they begin with: none is decompressed, none refused
     */
    public GroupInfo importText(TupleGroup<?, ?> group, List<Path> files, Transferred done, boolean asText) {
        TypeCheck.lines(group);
        TextFiles text = TextFiles.of(files, asText);
        NewGroup request = new NewGroup(group.name(), group.keys().name(), group.values().name(), true, group.replace(),
                "import", group.compression());
        return text.compressed() ? CompressedText.into(link, request, text, done) : TextImport.into(link, request, text, done);
    }

    /**
     * Writes a new group from lines {@code key TAB value} in the form of {@link org.sss.api.TextForm}, as an export gives.
     *
     * @throws org.sss.api.SssException as {@link #importText(TupleGroup, List, Transferred)}; INVALID_ARGUMENT names file
     *     and line that have another form
     */
    public GroupInfo importTsv(TupleGroup<?, ?> group, List<Path> files, Transferred done) {
        return importTsv(group, files, done, false, bad -> {
            throw TsvImport.nothing(bad);
        });
    }

    /**
     * {@link #importTsv(TupleGroup, List, Transferred)}, with {@code asText} as in {@link #importText(TupleGroup, List, Transferred, boolean)}.
     *
     * @param bad is given what is wrong with a line of another form, which is then left out unless this throws
     */
    public GroupInfo importTsv(TupleGroup<?, ?> group, List<Path> files, Transferred done, boolean asText, Consumer<SssException> bad) {
        TextFiles text = TextFiles.of(files, asText);
        try (GroupWriter<?, ?> writer = new GroupWriter<>(link, group, "import")) {
            new TsvImport(writer, group, text, done, bad).run();
            return writer.commit();
        }
    }

    /**
     * Writes {@code key TAB value} lines, one per value, in ascending order of the encoded keys. Does not close {@code out}.
     *
     * @throws java.io.UncheckedIOException when {@code out} fails
     * @throws org.sss.api.SssException NOT_FOUND; CORRUPT when files are damaged or gone, maybe after most lines
     */
    public void export(String group, OutputStream out, Transferred done) {
        GroupInfo info = readable(group);
        try (TupleStream stream = TupleStream.ofGroup(link, info, KeyRange.ALL)) {
            new TsvLines(info.keyType(), info.valueType(), out).writeAll(stream, done);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * {@link #export(String, OutputStream, Transferred)} to a file, which is replaced when there is one. When the export fails,
     * the file is as it was, see {@link WholeFile}.
     *
     * @throws java.io.UncheckedIOException when the file cannot be written
     * @throws org.sss.api.SssException as the other one
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
     * Sends the code of the workflow and starts it; returns before it ends.
     *
     * @throws org.sss.api.SssException USER_CODE when a function cannot be serialized; INVALID_ARGUMENT, NOT_FOUND,
     *     ALREADY_EXISTS or TYPE_MISMATCH for its groups; NODE_UNREACHABLE when a node does not answer; OVERLOADED when too many workflows
     *     wait
     */
    public WorkflowHandle submit(Workflow workflow) {
        return new WorkflowHandle(link, submission.submit(workflow).id());
    }

    /**
     * Submits and waits for the end, however long that takes.
     *
     * @return the last status, which is {@code SUCCEEDED}
     * @throws org.sss.api.SssException as {@link #submit}; that of the workflow when it fails; CANCELLED when it was cancelled or this
     *     thread interrupted, and then the workflow goes on
     */
    public WorkflowStatus run(Workflow workflow) {
        return submit(workflow).await();
    }

    /** All that the coordinator knows, newest first: those that wait or run, and the last 1000 that are over. */
    public List<WorkflowStatus> workflows() {
        return WorkflowList.of(link);
    }

    /**
     * Adds the reports of all workflows that are over to a group, from the id to the JSON of its {@link WorkflowStatus}: the coordinator
     * itself forgets the oldest. The group is written anew each time, and made when it is not there.
     *
     * @return of how many workflows it has reports then
     * @throws org.sss.api.SssException INVALID_ARGUMENT or TYPE_MISMATCH when the group has anything else; it stays as it is then
     */
    public int keepReports(String group) {
        return ReportArchive.keep(this, group);
    }

    /**
     * A workflow that was submitted before, by whomever.
     *
     * @param id such as {@code wf-12}
     * @throws org.sss.api.SssException NOT_FOUND
     */
    public WorkflowHandle workflow(String id) {
        WorkflowHandle handle = new WorkflowHandle(link, id);
        handle.status();
        return handle;
    }

    /** As {@link WorkflowHandle#cancel}. @param id such as {@code wf-12} @throws org.sss.api.SssException NOT_FOUND */
    public WorkflowStatus cancel(String id) {
        return new WorkflowHandle(link, id).cancel();
    }

    /**
     * To run the functions of a job of an earlier workflow once more, here, for one key.
     *
     * @param workflow its id, such as {@code wf-12}
     * @param job      its name, such as {@code map-1}
     * @throws org.sss.api.SssException NOT_FOUND, also when the workflow was long ago
     */
    public JobReplay replay(String workflow, String job) {
        return new JobReplay(link, workflow, job);
    }

    /**
     * Tuples by key as bytes, for callers that know the types only by name. Bounds are encoded keys, or null.
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
        Scan.checkPart(part, parts);
        GroupInfo info = readable(group);
        return new RawTuples(info, TupleStream.ofPart(link, info, KeyRange.ALL, part, parts));
    }

    /** Ends the connections, and a cluster that lives in this process; workflows of another one go on. */
    @Override
    public void close() {
        link.close();
        try {
            behind.close();
        } catch (Exception e) {
            throw org.sss.api.SssException.of(e, "stopping the nodes");
        }
    }

    private GroupInfo readable(String name) {
        return group(name).checkWhole();
    }

    private GroupInfo checked(TupleGroup<?, ?> group) {
        GroupInfo info = readable(group.name());
        TypeCheck.same(info, group);
        return info;
    }
}

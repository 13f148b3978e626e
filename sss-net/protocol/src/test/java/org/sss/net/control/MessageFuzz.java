package org.sss.net.control;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.Compression;
import org.sss.api.SssException;
import org.sss.net.auth.TokenEntry;
import org.sss.net.peer.Role;
import org.sss.net.rpc.Json;
import org.sss.net.testing.FuzzBytes;
import org.sss.net.testing.FuzzTarget;
import org.sss.net.transport.NodeAddress;

/**
 * The JSON of headers, requests, answers and trailers of all verbs: an accepted message is complete, and is
 * equal after being written and read again. One thread.
 *
 * <pre>
 *   input: number of the message in {@link #MESSAGES}, then JSON
 * </pre>
 */
public final class MessageFuzz implements FuzzTarget {
    private static final AttemptId ATTEMPT = new AttemptId("wf-1/count", 3, 0);
    private static final NodeInfo NODE =
            new NodeInfo(0, new NodeAddress("127.0.0.1", 1), new NodeAddress("127.0.0.1", 2));
    private static final ClusterMap CLUSTER = new ClusterMap("c", 1, List.of(NODE), 4);
    private static final String IDENTITY = "00112233445566778899aabbccddeeff";
    private static final GroupKey KEY = new GroupKey(7, IDENTITY);
    private static final GroupInfo GROUP = new GroupInfo(
            new GroupKey(7, IDENTITY),
            "words",
            GroupInfo.State.READY,
            new GroupFormat("string", "long", true, Compression.LZ4, false),
            new GroupOrigin(4, "import"),
            new GroupInfo.Content(
                    1, 2, 3, List.of(), SubgroupTuples.of(new long[] {0, 1}), List.of(), new Placement(1, 1, 2)));
    private static final WorkflowSpec.GroupSpec INPUT =
            new WorkflowSpec.GroupSpec("lines", "long", "bytes", true, false, false, Compression.NONE);
    private static final WorkflowSpec.SplitSpec SPLIT = new WorkflowSpec.SplitSpec(1, "a.txt, from 0", new byte[] {1});
    private static final WorkflowSpec.JobSpec PROGRAM = new WorkflowSpec.JobSpec(
            "sum",
            WorkflowSpec.JobKind.MAP,
            new WorkflowSpec.Groups(List.of(INPUT), List.of(INPUT), List.of()),
            List.of(),
            Map.of(),
            "",
            "",
            new WorkflowSpec.Program(
                    List.of(WorkflowSpec.Program.PYTHON, "count.py"),
                    List.of("./sum"),
                    "framed",
                    List.of(new WorkflowSpec.ProgramFile("sum", "0f", true, false)),
                    Map.of("LC_ALL", "C")));
    private static final ServerVerbs.RepairStatus REPAIR = new ServerVerbs.RepairStatus(
            3,
            2,
            2,
            new ServerVerbs.Hopeless(1, List.of("words")),
            new ServerVerbs.Copied(4, 5, 6, 7),
            List.of(new ServerVerbs.AwaitedNode(2, 540)));
    private static final WorkflowStatus STATUS = new WorkflowStatus(
            "wf-1",
            "count",
            WorkflowStatus.State.FAILED,
            List.of(new WorkflowStatus.JobStatus(
                    "count",
                    WorkflowSpec.JobKind.MAP,
                    WorkflowStatus.State.FAILED,
                    List.of("lines"),
                    List.of("words"),
                    new WorkflowStatus.Work(4, 3, 10, 0),
                    Progress.NONE,
                    new JobReport(
                            List.of(new JobReport.Size("lines", 1, 2, 3)),
                            List.of(),
                            7,
                            new JobReport.Tasks(1, 2, 3, 4, 5, 6),
                            null,
                            null))),
            new ErrorInfo(org.sss.api.ErrorCode.USER_CODE, "it threw", "at x"),
            new WorkflowStatus.Run(1, 2, "token 3f2a9c01 (ann)"),
            null);

    private static final ServerVerbs.NodeStatus STATUS_OF_NODE = new ServerVerbs.NodeStatus(
            0,
            new ServerVerbs.NodeProcess("0.1.0", 4711, "17", 1, 2, 3, List.of("s3")),
            5,
            new ServerVerbs.NodeDisk(4, "/data"),
            new ServerVerbs.Shortage(List.of(new ServerVerbs.RanThen("wf-1", "count", 6, "key <1>"))),
            List.of(new ServerVerbs.RingUse(1, "shm", 7, 8, 9, 10, 11)),
            new ServerVerbs.MachineLoad(1.5, 2),
            List.of("the CA ends; change it"));

    private static final ThreadTimes.Phase PHASE = new ThreadTimes.Phase(1, 2, 3);

    /** One of each, as in docs/protocol.md. Append new ones, since inputs refer to them by index. */
    public static final List<Object> MESSAGES = List.of(
            new DataVerbs.Put(KEY, ATTEMPT, true).ofClient(),
            new DataVerbs.Stored(1, 2, 3, 4, 5),
            new DataVerbs.Commit(7, List.of(ATTEMPT), IDENTITY, GroupDescription.of(GROUP, false)),
            new DataVerbs.Abort(7, ATTEMPT),
            new DataVerbs.Scan(
                    7,
                    3,
                    new DataVerbs.Range(new byte[] {1}, null),
                    new DataVerbs.ScanForm(true, 256 << 10, DataVerbs.Checks.CLIENT, 8 << 20),
                    IDENTITY,
                    null,
                    9L),
            new DataVerbs.Scanned(1, 2, 3L),
            new DataVerbs.Drop(List.of(KEY)),
            new DataVerbs.Stat(7, IDENTITY),
            new DataVerbs.GroupStat(7, List.of(new DataVerbs.SubgroupStat(3, 1, 2, 3, 4, 5, 6, 7))),
            new DataVerbs.StoredGroups(List.of(new DataVerbs.StoredGroup(7, IDENTITY, true, false))),
            new ServerVerbs.Nothing(),
            new ServerVerbs.Name("words"),
            new ServerVerbs.Rename("a", "b", true),
            new ServerVerbs.Groups(List.of(GROUP), "words", 5),
            new ServerVerbs.NewGroup("words", "string", "long", true, false, "import", Compression.ZSTD),
            new ServerVerbs.Attempts(List.of(ATTEMPT), 1L, 2L),
            new ServerVerbs.Blob("0f"),
            new ServerVerbs.BlobIds(List.of("0f")),
            new ServerVerbs.Workflows(List.of(STATUS), "wf-3", 4),
            new WorkflowSpec(
                    "count",
                    List.of(
                            new WorkflowSpec.JobSpec(
                                    "count",
                                    WorkflowSpec.JobKind.MAP,
                                    new WorkflowSpec.Groups(List.of(INPUT), List.of(INPUT), List.of(INPUT)),
                                    List.of(SPLIT),
                                    Map.of("k", "16"),
                                    "lines",
                                    "0f"),
                            PROGRAM),
                    List.of("0f"),
                    Map.of("p", "1")),
            new TaskSpec(
                    new TaskSpec.Id("wf-1", "count", WorkflowSpec.JobKind.MAP, 3, 0, 0),
                    new TaskSpec.Inputs(
                            List.of(7L),
                            List.of(7L),
                            List.of(new TaskSpec.SideGroup(9, true, 1, 2)),
                            SPLIT,
                            List.of(new Relocation(7, 3, 2, 1, 4096))),
                    new TaskSpec.Outputs(List.of(8L), List.of(new byte[] {1}), true, new ShuffleKey("wf-1/count", 8)),
                    TaskSpec.Code.of(PROGRAM, List.of("0f"), Map.of("k", "16"), List.of("wf-0")),
                    new TaskSpec.Limits(10, 1000, 0),
                    CLUSTER,
                    List.of(new GroupKey(7, IDENTITY))),
            new Progress(1, 2, 3, 4, Map.of("lines", 5L))
                    .withLoad(OutputLoad.of(CLUSTER, new long[] {10, 0, 0, 0}, List.of(new OutputLoad.Key("a", 7))))
                    .with(new Remarks(List.of("it changed"), List.of(new Remarks.Printed(3, "it said")))),
            CLUSTER,
            GROUP,
            STATUS,
            STATUS_OF_NODE,
            new ServerVerbs.ClusterStatus(
                    CLUSTER, List.of(new ServerVerbs.NodeHealth(NODE, STATUS_OF_NODE, null)), 6, REPAIR),
            new DataVerbs.Sample(7, 16, 8, IDENTITY),
            new DataVerbs.Sampled(List.of(new byte[] {1})),
            new ServerVerbs.WorkflowsBelow("wf-3", 50),
            new ServerVerbs.GroupsAfter("words"),
            new DataVerbs.Clone(
                    KEY, new GroupKey(8, "ffeeddccbbaa99887766554433221100"), GroupDescription.of(GROUP, false)),
            new ServerVerbs.Copy("a", "b", true),
            new ServerVerbs.OrphansAfter(KEY),
            new ServerVerbs.Orphans(
                    List.of(new OrphanedGroup(
                            KEY, GroupDescription.of(GROUP, false), List.of(new OrphanedGroup.Part(0, 1, 2, 3, null)))),
                    KEY,
                    List.of(1)),
            new ServerVerbs.Adopt(KEY, "words", false),
            new ServerVerbs.Purge(List.of(KEY)),
            new DataVerbs.Describe(List.of(KEY)),
            new DataVerbs.DescribedParts(List.of(new DataVerbs.DescribedPart(
                    1, 2, 3, SubgroupTuples.of(new long[] {0, 1}), GroupDescription.of(GROUP, false), null))),
            new ServerVerbs.KnownTokens("0f"),
            new ServerVerbs.Tokens(
                    "0f",
                    List.of(new TokenEntry(
                            "1a2b3c4d",
                            "ci",
                            Role.WRITE,
                            List.of("sales."),
                            75,
                            4,
                            5,
                            new TokenEntry.Verifier(new byte[] {1}, new byte[] {2}))),
                    List.of("7f")),
            new ShuffleSpec(
                    new ShuffleKey("wf-1/count", 8),
                    "pairwise",
                    List.of(new ShuffleSpec.Output(KEY, true, true)),
                    1 << 20,
                    CLUSTER),
            new ShuffleStep(2, "exchange", 1, Map.of("3", 1)),
            new ShuffleState(
                    2,
                    17,
                    new ShuffleTimes(
                            new ShuffleTimes.Sent(1, 1, 2, 3, 4),
                            new ShuffleTimes.Steps(5, 6, 7),
                            new ShuffleTimes.Waiting(8, 9),
                            new ShuffleTimes.Placement(10, 11, 12)),
                    new Relocations(List.of(new Relocation(7, 3, 2, null, 4096)), List.of(DataVerbs.Stored.NONE)),
                    "dsa-sms"),
            new ShuffleReport("pairwise", 1, 2, 3, List.of(ShuffleTimes.NONE), "dsa"),
            new ShufflePull(new ShuffleKey("wf-1/count", 8), 2),
            new ShuffleMeta(new ShuffleKey("wf-1/count", 8), 3, 2),
            new DataVerbs.Create(KEY),
            new ServerVerbs.DropGroup("words", 7),
            new ServerVerbs.Numbered(KEY),
            new ServerVerbs.Serve(CLUSTER, "0f", "1f"),
            new ServerVerbs.Served(false, 1, "127.0.0.1:1", CLUSTER, "1f"),
            JobTimes.of(
                    1,
                    List.of(new ThreadTimes(
                            0,
                            1,
                            PHASE,
                            new ThreadTimes.Input(PHASE, PHASE),
                            PHASE,
                            new ThreadTimes.Output(PHASE, PHASE, PHASE),
                            new ThreadTimes.JvmCosts(1, 2, 3, 4),
                            5)),
                    List.of(new TaskTimes(6, 0, 1, 5, 4, new TaskTimes.PhaseMicros(1, 2, 3, 4, 5, 6, 7))),
                    1),
            ServerVerbs.Cluster.of(
                    CLUSTER.withTables(1, List.of(new Places(1, 2, new byte[] {0, 1, 1, 0, 0, 1, 1, 0}))), "0.1.0"),
            new ServerVerbs.Join(1, "1f"),
            new DataVerbs.CommittedPart(new DataVerbs.Stored(1, 2, 3, 4, 5), SubgroupTuples.of(new long[] {0, 1})),
            new DataVerbs.Check(List.of(new DataVerbs.Expected(7, 1, IDENTITY, SubgroupTuples.of(new long[] {0, 1})))),
            new DataVerbs.Checked(List.of(new DataVerbs.Missing(7, 0, false, "a file is missing", List.of(1)))),
            new DataVerbs.Fetch(KEY, List.of(1)),
            new DataVerbs.Fetched(
                    KEY,
                    GroupDescription.of(GROUP, false),
                    List.of(new DataVerbs.FetchedSegment(1, 1, new DataVerbs.Stored(1, 2, 3, 4, 5), 6, 7L))),
            new DataVerbs.Replicate(
                    KEY,
                    GroupDescription.of(GROUP, false),
                    List.of(new DataVerbs.CopySource(NODE, List.of(1))),
                    SubgroupTuples.of(new long[] {0, 1}),
                    50 << 20,
                    4),
            new DataVerbs.Forget(KEY, List.of(1), 4),
            new ServerVerbs.Repair(true),
            REPAIR,
            new ServerVerbs.PageTicket("http://127.0.0.1:21202/", "Zq3W0m8x1Tn5uJr7kYbVdA"));

    @Override
    public boolean accepts(byte[] input) {
        FuzzBytes in = new FuzzBytes(input);
        Class<?> type = MESSAGES.get(in.nextByte() % MESSAGES.size()).getClass();
        byte[] written;
        try {
            written = Json.write(Json.read(in.rest(), type, "the input"));
        } catch (SssException refused) {
            return false;
        }
        byte[] again = Json.write(Json.read(written, type, "what was written"));
        if (!Arrays.equals(written, again)) {
            throw new AssertionError(new String(written) + " became " + new String(again));
        }
        return true;
    }

    @Override
    public Map<String, byte[]> seeds() {
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        for (int i = 0; i < MESSAGES.size(); i++) {
            byte[] json = Json.write(MESSAGES.get(i));
            byte[] seed = new byte[1 + json.length];
            seed[0] = (byte) i;
            System.arraycopy(json, 0, seed, 1, json.length);
            seeds.put(MESSAGES.get(i).getClass().getSimpleName(), seed);
        }
        return seeds;
    }
}

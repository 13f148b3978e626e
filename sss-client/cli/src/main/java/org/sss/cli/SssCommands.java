package org.sss.cli;

import java.util.List;
import org.sss.cli.cluster.ClusterAcceptLoss;
import org.sss.cli.cluster.ClusterRecoverJournal;
import org.sss.cli.cluster.ClusterRepair;
import org.sss.cli.cluster.ClusterShow;
import org.sss.cli.cluster.ClusterStart;
import org.sss.cli.cluster.ClusterStop;
import org.sss.cli.cluster.FsckCommand;
import org.sss.cli.cluster.NodeCommand;
import org.sss.cli.cluster.NodeRemove;
import org.sss.cli.cluster.NodeReplace;
import org.sss.cli.cluster.UiCommand;
import org.sss.cli.doctor.DoctorCommand;
import org.sss.cli.group.GroupAdopt;
import org.sss.cli.group.GroupCopyCommand;
import org.sss.cli.group.GroupCount;
import org.sss.cli.group.GroupExport;
import org.sss.cli.group.GroupGet;
import org.sss.cli.group.GroupImport;
import org.sss.cli.group.GroupList;
import org.sss.cli.group.GroupOrphans;
import org.sss.cli.group.GroupPurge;
import org.sss.cli.group.GroupPut;
import org.sss.cli.group.GroupRemove;
import org.sss.cli.group.GroupRename;
import org.sss.cli.group.GroupScan;
import org.sss.cli.group.GroupStatCommand;
import org.sss.cli.group.GroupTop;
import org.sss.cli.local.LocalRun;
import org.sss.cli.local.LocalWordCount;
import org.sss.cli.security.SecurityInit;
import org.sss.cli.security.SecurityList;
import org.sss.cli.security.SecurityNode;
import org.sss.cli.security.SecurityNodeToken;
import org.sss.cli.security.SecurityRevoke;
import org.sss.cli.security.SecurityToken;
import org.sss.cli.terminal.CommandTable;
import org.sss.cli.terminal.CommandTable.Entry;
import org.sss.cli.workflow.CancelCommand;
import org.sss.cli.workflow.ExplainCommand;
import org.sss.cli.workflow.JobCommand;
import org.sss.cli.workflow.JobsCommand;
import org.sss.cli.workflow.JoinCommand;
import org.sss.cli.workflow.ReplayCommand;
import org.sss.cli.workflow.RunCommand;
import org.sss.cli.workflow.SortCommand;
import org.sss.cli.workflow.StreamCommand;
import org.sss.cli.workflow.WaitCommand;

/** All commands of {@code sss} except those of the benchmarks. */
final class SssCommands {
    static final List<Entry> ENTRIES = List.of(
            new Entry(
                    "local wordcount",
                    "FILE... [--nodes N] [--output OUT.tsv] [--top K]",
                    "count the words of files inside this process",
                    LocalWordCount::new),
            new Entry(
                    "local run",
                    "JAR [--class C] [--jars J,...] [ARGS]",
                    "run a job inside this process",
                    LocalRun::new),
            // Before "node", which they start with.
            new Entry(
                    "node remove",
                    "NODE --lost",
                    "say that a node is dead for good: other nodes get copies of what it had",
                    NodeRemove::new),
            new Entry(
                    "node replace",
                    "NODE",
                    "fill a node that runs again with an empty data.dir from other nodes with copies",
                    NodeReplace::new),
            new Entry("node", "--conf FILE", "run one node until it is stopped", NodeCommand::new),
            new Entry(
                    "cluster start",
                    "--nodes N|--hosts HOST,... --dir DIR",
                    "start N node processes on this machine, or one on each host by ssh",
                    ClusterStart::new),
            new Entry(
                    "cluster status",
                    "[--dir DIR]",
                    "show the health of all nodes, or which node processes of DIR run; exit code 1 unless all are up",
                    ClusterShow::new),
            new Entry("cluster stop", "--dir DIR", "stop the nodes of a cluster; the data stays", ClusterStop::new),
            new Entry(
                    "cluster recover-journal",
                    "DIR",
                    "create a new journal after the old one was lost for good; the groups lose their names",
                    ClusterRecoverJournal::new),
            new Entry(
                    "cluster accept-loss",
                    "NODE",
                    "let a node that has lost groups accept new data; those groups stay incomplete until they are "
                            + "dropped",
                    ClusterAcceptLoss::new),
            new Entry(
                    "cluster repair",
                    "[--now]",
                    "show which copies of groups are missing; --now makes them without waiting for silent nodes",
                    ClusterRepair::new),
            new Entry(
                    "security init",
                    "[--dir DIR]",
                    "make the administrator's directory of a cluster on several machines: CA, token, files of node 0",
                    SecurityInit::new),
            new Entry("security node", "NAME... [--renew]", "make the certificates of nodes", SecurityNode::new),
            new Entry(
                    "security node-token",
                    "",
                    "replace the token of the nodes of a cluster without TLS",
                    SecurityNodeToken::new),
            new Entry(
                    "security token",
                    "--role read|write|run|admin|monitor [--http]",
                    "make a token file for a user or a program, or a line for programs that speak HTTP",
                    SecurityToken::new),
            new Entry("security revoke", "ID...", "revoke tokens, and certificates of nodes", SecurityRevoke::new),
            new Entry("security list", "", "list tokens and certificates", SecurityList::new),
            new Entry("ui", "[--print]", "open the page of a cluster in a browser", UiCommand::new),
            new Entry("run", "JAR [--class C] [--jars J,...] [ARGS]", "run a job on a cluster", RunCommand::new),
            new Entry(
                    "explain",
                    "JAR [--class C] [--jars J,...] [ARGS]",
                    "print the jobs of a workflow and the groups between them",
                    ExplainCommand::new),
            new Entry(
                    "stream",
                    "--map COMMAND --reduce COMMAND --input GROUP --output GROUP",
                    "run executables as mapper and reducer",
                    StreamCommand::new),
            new Entry(
                    "sort",
                    "GROUP SORTED-GROUP [--replace]",
                    "copy a group, sorted by key across all subgroups",
                    SortCommand::new),
            new Entry(
                    "join",
                    "GROUP OTHER OUTPUT [--kind inner|left|right|full]",
                    "join two groups by key: each pair of values becomes a record of both",
                    JoinCommand::new),
            new Entry("jobs", "", "list the workflows of a cluster", JobsCommand::new),
            new Entry(
                    "job",
                    "ID|NAME",
                    "show a workflow (the newest of that name), with a report of each finished job",
                    JobCommand::new),
            new Entry(
                    "wait", "ID|NAME", "wait until a workflow ends; exit code 1 unless it succeeds", WaitCommand::new),
            new Entry("cancel", "ID|NAME", "cancel a workflow; exit code 1 if it had ended before", CancelCommand::new),
            new Entry(
                    "replay",
                    "WORKFLOW/JOB KEY",
                    "run the functions of a job again in this process, for one key; failures with their stack trace",
                    ReplayCommand::new),
            new Entry(
                    "group ls",
                    "[PATTERN...]",
                    "list all groups, or those that match a pattern such as 'tmp-*'",
                    GroupList::new),
            new Entry(
                    "group import",
                    "GROUP FILE...",
                    "import files into a new group: lines, CSV or JSON, plain or compressed",
                    GroupImport::new),
            new Entry(
                    "group put",
                    "GROUP KEY FILE [KEY FILE]...",
                    "store whole files in a new group, each as the value of a key",
                    GroupPut::new),
            new Entry(
                    "group export",
                    "GROUP FILE",
                    "export a group to a file ('-' for stdout); its extension selects lines, CSV or JSON",
                    GroupExport::new),
            new Entry(
                    "group get",
                    "GROUP KEY...",
                    "print the values of keys; exit code 1 if a key does not exist",
                    GroupGet::new),
            new Entry("group scan", "GROUP [--prefix P] [--limit N]", "print tuples in key order", GroupScan::new),
            new Entry(
                    "group top",
                    "GROUP [K]",
                    "print the K tuples with the largest values, by default 10",
                    GroupTop::new),
            new Entry("group count", "GROUP", "print the number of tuples", GroupCount::new),
            new Entry(
                    "group rm",
                    "GROUP...",
                    "drop groups by name or by a quoted pattern such as 'tmp-*'",
                    GroupRemove::new),
            new Entry(
                    "group cp",
                    "GROUP NEW-NAME [--replace]",
                    "copy a group (in constant time, if it is in files)",
                    GroupCopyCommand::new),
            new Entry("group mv", "GROUP NEW-NAME", "rename a group", GroupRename::new),
            new Entry(
                    "group stat",
                    "GROUP",
                    "show how a group is distributed over subgroups and nodes, and its skew",
                    GroupStatCommand::new),
            new Entry(
                    "group orphans",
                    "",
                    "list groups that are on nodes but not in the journal, such as after the journal was restored",
                    GroupOrphans::new),
            new Entry("group adopt", "ID NAME", "give an orphaned group a name", GroupAdopt::new),
            new Entry("group purge", "ID...|--all", "delete orphaned groups for good", GroupPurge::new),
            new Entry(
                    "fsck",
                    "DIR",
                    "verify the data of stopped nodes; exit code 1 if there are problems",
                    FsckCommand::new),
            new Entry("bench", "COMMAND", "measure SSS and its rivals; see 'sss help bench'", BenchCommand::new),
            new Entry(
                    "doctor",
                    "[--cluster HOST:PORT]",
                    "check what this machine and the nodes of a cluster support; exit code 1 if there is a problem",
                    DoctorCommand::new),
            new Entry(
                    "completion",
                    "bash|zsh",
                    "print a shell script that completes commands, options and groups",
                    CompletionCommand::new),
            new Entry("version", "", "print the version", VersionCommand::new));

    static final CommandTable TABLE = new CommandTable(ENTRIES);

    private SssCommands() {}
}

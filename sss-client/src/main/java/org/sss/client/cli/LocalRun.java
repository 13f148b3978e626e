package org.sss.client.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.Workflow;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowStatus;

/** {@code sss local run}. */
final class LocalRun implements Command {
    @Override
    public void describe(Options options) {
        Help.option(options, "class", "CLASS", "the SssJob in the jar; needed when there are several");
        ParameterOption.describe(options);
        Help.option(options, "nodes", "N", "number of nodes, 1 by default");
        Help.option(options, "dir", "DIR", "keep the groups in this directory");
        Help.option(options, "drop", "GROUP", "a group of --dir to remove first, if it is there; may be repeated");
        Help.option(options, "import", "GROUP=FILE", "a group of lines to write first; may be repeated");
        Help.option(options, "export", "GROUP=FILE", "a group to write to a file in the end; may be repeated");
    }

    @Override
    public int run(Call call) throws Exception {
        List<String> args = call.argsAndMore("JAR");
        if (call.has("drop") && !call.has("dir")) {
            throw new UsageException("--drop needs --dir: there are no groups otherwise");
        }
        Map<String, String> parameters = ParameterOption.of(call);
        List<GroupFile> imports = GroupFile.parse(call, "import");
        List<GroupFile> exports = GroupFile.parse(call, "export");
        exports.forEach(file -> OutputFile.checked(file.file()));
        if (!imports.isEmpty()) {
            SssClient.checkReadable(imports.stream().map(GroupFile::file).toList());
        }
        int nodes = call.nodes(1);
        try (JobJar jar = JobJar.open(Path.of(args.get(0)), call.option("class", null));
                SssClient client = start(call, nodes)) {
            return ExitHook.during(client::close, () -> {
                drop(call, client);
                try {
                    for (GroupFile file : imports) {
                        client.importText(file.group(), List.of(file.file()));
                    }
                    Workflow workflow = jar.workflow(args.subList(1, args.size()));
                    parameters.forEach(workflow::set);
                    run(call.console(), client, workflow);
                } catch (SssException e) {
                    throw explained(call, e);
                }
                for (GroupFile file : exports) {
                    client.export(file.group(), file.file());
                }
                return 0;
            });
        }
    }

    private static void drop(Call call, SssClient client) {
        Set<String> there = client.groups().stream().map(GroupInfo::name).collect(Collectors.toSet());
        for (String group : call.all("drop")) {
            if (there.remove(group)) {
                client.drop(group);
            }
        }
    }

    /** What a cluster says of a group that is there names commands of clusters, which do not reach this one. */
    private static SssException explained(Call call, SssException e) {
        if (e.code() != ErrorCode.ALREADY_EXISTS || !e.getMessage().startsWith("group '")) {
            return e;
        }
        String what = e.getMessage().split(";", 2)[0];
        String kept = call.has("dir") ? " in " + call.required("dir") + "; remove it first (--drop " + what.split("'")[1] + "), take" : "; take";
        return new SssException(e.code(), what + kept + " another name, or replace it (replacing() in a program)", e);
    }

    private static void run(Console console, SssClient client, Workflow workflow) throws Exception {
        WorkflowStatus status = new WorkflowView(console, client).follow(client.submit(workflow));
        WorkflowView.result(console, status);
    }

    static SssClient start(Call call, int nodes) throws IOException {
        return call.has("dir") ? LocalCluster.start(nodes, Path.of(call.required("dir"))) : LocalCluster.start(nodes);
    }

    /** A group and the file that it comes from or goes to. */
    record GroupFile(String group, Path file) {
        static List<GroupFile> parse(Call call, String option) {
            List<GroupFile> files = call.all(option).stream().map(text -> parse(option, text)).toList();
            if (option.equals("import") && files.stream().map(GroupFile::group).distinct().count() < files.size()) {
                throw new UsageException("--import names a group twice; it takes one file for each");
            }
            return files;
        }

        private static GroupFile parse(String option, String text) {
            int equals = text.indexOf('=');
            if (equals <= 0) {
                throw new UsageException("--" + option + " takes GROUP=FILE, not '" + text + "'");
            }
            return new GroupFile(text.substring(0, equals), Path.of(text.substring(equals + 1)));
        }
    }
}

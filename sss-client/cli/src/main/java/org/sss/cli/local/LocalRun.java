package org.sss.cli.local;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.cli.Options;
import org.sss.api.SssException;
import org.sss.api.Workflow;
import org.sss.cli.group.Export;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.ExitHook;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.OutputFile;
import org.sss.cli.terminal.ParameterOption;
import org.sss.cli.terminal.UsageException;
import org.sss.cli.workflow.JobJar;
import org.sss.cli.workflow.JobJarOptions;
import org.sss.cli.workflow.LoopResults;
import org.sss.cli.workflow.WorkflowView;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.WorkflowReport;

/** {@code sss local run}. */
public final class LocalRun implements Command {
    @Override
    public void describe(Options options) {
        JobJarOptions.describe(options);
        ParameterOption.describe(options);
        LocalGroups.describe(options);
        Help.option(options, "import", "GROUP=FILE", "a file of lines to import first; may be repeated");
        Help.option(
                options,
                "export",
                "GROUP=FILE",
                "a group to export at the end; the extension of the file selects the format; may be repeated");
    }

    @Override
    public int run(Call call) throws Exception {
        List<String> args = call.argsAndMore("JAR");
        LocalGroups.check(call);
        Map<String, String> parameters = ParameterOption.of(call);
        List<GroupFile> imports = GroupFile.parse(call, "import");
        List<GroupFile> exports = GroupFile.parse(call, "export");
        exports.forEach(file -> OutputFile.checked(file.file()));
        List<Export> formats =
                exports.stream().map(file -> export(file, call.console())).toList();
        if (!imports.isEmpty()) {
            SssClient.checkReadable(imports.stream().map(GroupFile::file).toList());
        }
        int nodes = call.nodes(1);
        try (JobJar jar = JobJar.open(Path.of(args.get(0)), JobJarOptions.of(call));
                SssClient client = LocalGroups.start(call, nodes)) {
            return ExitHook.during(client::close, () -> {
                Workflow workflow = jar.workflow(args.subList(1, args.size()));
                parameters.forEach(workflow::set);
                try {
                    check(call, client, workflow, imports, exports);
                    LocalGroups.drop(call, client);
                    for (GroupFile file : imports) {
                        client.importText(file.group(), List.of(file.file()));
                    }
                    run(call.console(), client, workflow);
                    for (int i = 0; i < formats.size(); i++) {
                        formats.get(i).toFile(exports.get(i).file(), client, new Transferred());
                    }
                } catch (SssException e) {
                    throw LocalGroups.explained(call, e);
                }
                return 0;
            });
        }
    }

    private static Export export(GroupFile file, Console console) {
        return new Export(file.group(), OutputFile.format(file.file().toString(), null, console));
    }

    private static void check(
            Call call, SssClient client, Workflow workflow, List<GroupFile> imports, List<GroupFile> exports) {
        Set<String> others = new HashSet<>(LocalGroups.names(client));
        call.all("drop").forEach(others::remove);
        imports.forEach(file -> others.add(file.group()));
        LocalExports possible = new LocalExports(workflow);
        exports.forEach(file -> possible.check(file.group(), others));
    }

    private static void run(Console console, SssClient client, Workflow workflow) throws Exception {
        WorkflowReport status = new WorkflowView(console, client).follow(client.submit(workflow));
        WorkflowView.result(console, status);
        LoopResults.print(console, workflow, status);
    }

    /** A group and the file it is imported from or exported to. */
    record GroupFile(String group, Path file) {
        static List<GroupFile> parse(Call call, String option) {
            List<GroupFile> files =
                    call.all(option).stream().map(text -> parse(option, text)).toList();
            if (option.equals("import")
                    && files.stream().map(GroupFile::group).distinct().count() < files.size()) {
                throw new UsageException("--import names a group twice; each group takes one file");
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

package org.sss.cli.workflow;

import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.client.Group;
import org.sss.client.SssClient;

/** {@code sss sort}. */
public final class SortCommand implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        options.addOption(null, "replace", false, "replace an existing group of that name");
        SubmitOptions.describe(options);
    }

    @Override
    public int run(Call call) throws Exception {
        List<String> args = call.args("GROUP", "SORTED-GROUP");
        SubmitOptions how = SubmitOptions.of(call);
        try (SssClient client = call.connect()) {
            Group info = client.group(args.get(0));
            TupleGroup<Bytes, Bytes> input = group(args.get(0), info);
            TupleGroup<Bytes, Bytes> output = group(args.get(1), info).compressed(info.compression());
            Workflow workflow = Workflow.named("sort");
            workflow.sort(input, call.has("replace") ? output.replacing() : output);
            how.submit(workflow, client, call.console());
            return 0;
        }
    }

    private static TupleGroup<Bytes, Bytes> group(String name, Group types) {
        return TupleGroup.of(name, Codecs.encoded(types.keyType()), Codecs.encoded(types.valueType()));
    }
}

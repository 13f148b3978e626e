package org.sss.cli.workflow;

import java.util.List;
import java.util.Locale;
import org.apache.commons.cli.Options;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.JoinKind;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.CompressOption;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;
import org.sss.client.Group;
import org.sss.client.SssClient;
import org.sss.io.join.RecordJoiner;

/** {@code sss join}: the values of two groups with the same key, as records with the fields of both. */
public final class JoinCommand implements Command {
    private static final String KIND = "kind";
    private static final List<String> KINDS = List.of("inner", "left", "right", "full");

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        Help.option(
                options,
                KIND,
                "KIND",
                "keys in both groups (inner, the default), all of GROUP (left) or OTHER (right), or of either (full)");
        options.addOption(null, "replace", false, "replace an existing group of that name");
        CompressOption.describe(options, "the output");
        SubmitOptions.describe(options);
    }

    @Override
    public int run(Call call) throws Exception {
        List<String> args = call.args("GROUP", "OTHER", "OUTPUT");
        String kind = call.option(KIND, KINDS.get(0));
        if (!KINDS.contains(kind)) {
            throw new UsageException("--" + KIND + " takes inner, left, right or full, not '" + kind + "'");
        }
        TupleGroup.checkName(args.get(2));
        CompressOption.of(call);
        SubmitOptions how = SubmitOptions.of(call);
        try (SssClient client = call.connect()) {
            Group left = client.group(args.get(0));
            Group right = client.group(args.get(1));
            how.submit(
                    workflow(call, left, right, JoinKind.valueOf(kind.toUpperCase(Locale.ROOT))),
                    client,
                    call.console());
            return 0;
        }
    }

    private static Workflow workflow(Call call, Group left, Group right, JoinKind kind) {
        if (!left.keyType().equals(right.keyType())) {
            throw new SssException(
                    ErrorCode.TYPE_MISMATCH,
                    "the keys of '" + left.name() + "' are " + left.keyType() + ", those of '" + right.name() + "' are "
                            + right.keyType() + "; import one of them with --keys of the type of the other");
        }
        RecordJoiner joiner = new RecordJoiner(left.valueType(), right.valueType(), kind);
        TupleGroup<Bytes, Bytes> output =
                group(call.words().get(2), left.keyType(), joiner.valueType()).compressed(CompressOption.of(call));
        Workflow workflow = Workflow.named("join");
        workflow.join(
                        group(left.name(), left.keyType(), left.valueType()),
                        group(right.name(), right.keyType(), right.valueType()),
                        call.has("replace") ? output.replacing() : output,
                        kind,
                        joiner)
                .named("join");
        return workflow;
    }

    private static TupleGroup<Bytes, Bytes> group(String name, String keys, String values) {
        return TupleGroup.of(name, Codecs.encoded(keys), Codecs.encoded(values));
    }
}

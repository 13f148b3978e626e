package org.sss.spark;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.sss.api.ByteSink;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TextForm;
import org.sss.net.block.RunMerge;
import org.sss.spark.store.BlockFileSource;
import org.sss.spark.store.GroupStore;
import org.sss.spark.store.StoredGroup;

/**
 * Lists the groups of a store, or prints one as {@code sss group export} does: lines of key, tab and value, in the
 * order of the encoded keys.
 *
 * <pre>
 *   spark-submit --class org.sss.spark.Groups sss-spark-all.jar --store DIR [GROUP]
 * </pre>
 */
public final class Groups {
    private static final String USAGE =
            "usage: spark-submit --class org.sss.spark.Groups sss-spark-all.jar --store DIR [GROUP]";
    private static final int FLUSH_BYTES = 256 << 10;

    private Groups() {}

    /** Ends the process with 0 after success, 1 after a failure, 2 for wrong usage. */
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) {
        if (args.length < 2 || args.length > 3 || !args[0].equals("--store")) {
            err.println(USAGE);
            return 2;
        }
        GroupStore store = new GroupStore(args[1], new Configuration());
        try {
            if (args.length == 2) {
                list(store, out);
            } else {
                print(store, args[2], out);
            }
            return 0;
        } catch (SssException | IOException e) {
            err.println("error: " + e.getMessage());
            return 1;
        }
    }

    private static void list(GroupStore store, PrintStream out) {
        for (String name : store.names()) {
            StoredGroup group = store.find(name);
            out.println(name + "\t" + group.format().keyType() + "\t"
                    + group.format().valueType() + "\t"
                    + group.tuples() + " tuples\t" + group.storedBytes() + " bytes\t" + group.subgroups()
                    + " subgroups");
        }
    }

    private static void print(GroupStore store, String name, PrintStream to) throws IOException {
        StoredGroup group = store.find(name);
        if (group == null) {
            throw new SssException(
                    ErrorCode.NOT_FOUND, "store '" + store + "' has no group '" + name + "'; leave it out for a list");
        }
        TextForm keys = TextForm.of(group.format().keyType());
        TextForm values = TextForm.of(group.format().valueType());
        ByteSink line = new ByteSink(FLUSH_BYTES);
        List<BlockFileSource> files = group.files().stream()
                .map(file -> new BlockFileSource(store, file))
                .toList();
        OutputStream out = new BufferedOutputStream(to);
        try (RunMerge tuples = new RunMerge(files)) {
            while (tuples.nextKey()) {
                while (tuples.nextValue()) {
                    line.clear();
                    keys.append(tuples.key(), 0, tuples.keyLength(), line);
                    line.writeByte('\t');
                    values.append(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength(), line);
                    line.writeByte('\n');
                    out.write(line.array(), 0, line.size());
                }
            }
        }
        out.flush();
    }
}

package org.sss.cli.terminal;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.commons.cli.Options;
import org.sss.api.Compression;

/** {@code --compress}, and the names of compressions as printed. Stateless. */
public final class CompressOption {
    private static final String NAME = "compress";

    private CompressOption() {}

    public static void describe(Options options, String what) {
        Help.option(options, NAME, "HOW", "compress " + what + ": lz4 (fast), zstd (smaller) or none (default)");
    }

    public static Compression of(Call call) {
        String name = call.option(NAME, name(Compression.NONE));
        return Arrays.stream(Compression.values())
                .filter(compression -> name(compression).equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("--" + NAME + " takes "
                        + Arrays.stream(Compression.values())
                                .map(CompressOption::name)
                                .collect(Collectors.joining(", "))
                        + ", not '" + name + "'"));
    }

    public static String name(Compression compression) {
        return compression.name().toLowerCase(Locale.ROOT);
    }
}

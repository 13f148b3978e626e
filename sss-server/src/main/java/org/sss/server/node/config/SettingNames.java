package org.sss.server.node.config;

import java.util.Collection;
import java.util.Comparator;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Finds misspelled names. */
final class SettingNames {
    private SettingNames() {
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} naming the first unknown name and the nearest known one */
    static void check(String source, Collection<String> given) {
        for (String name : given) {
            if (Settings.ALL.stream().noneMatch(setting -> setting.name().equals(name))) {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, source + ": there is no setting '" + name + "'; the nearest is '"
                        + nearest(name) + "', all are in docs/configuration.md");
            }
        }
    }

    private static String nearest(String name) {
        return Settings.ALL.stream().map(Setting::name).min(Comparator.comparingInt(known -> distance(name, known)))
                .orElseThrow();
    }

    /** Characters to insert, remove or change. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}

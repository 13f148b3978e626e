package org.sss.dataserver;

import java.nio.file.Path;
import java.util.Map;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;

/**
 * What a subgroup has for a commit: complete on the disk, under a temporary name, and not visible yet. Immutable.
 *
 * @param attempts what each attempt has in it; a merged run counts as the first one's of those that it was merged from
 */
record Sealed(int number, Path file, Manifest manifest, Map<AttemptId, Stored> attempts) {
    Sealed {
        attempts = Map.copyOf(attempts);
    }
}

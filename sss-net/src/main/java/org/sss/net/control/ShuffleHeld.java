package org.sss.net.control;

import java.util.List;
import org.sss.net.control.DataVerbs.Stored;

/**
 * What the shuffle of a job has stored elsewhere than at the owners.
 *
 * @param parts of the subgroups that the reporting node owns, in ascending order of sources
 * @param files what the reporting node has written to files of {@code shuffle.spill.dir}, by the outputs of the job; empty if nothing
 */
public record ShuffleHeld(List<HeldPart> parts, List<Stored> files) {
    public ShuffleHeld {
        parts = List.copyOf(parts);
        files = List.copyOf(files);
    }
}

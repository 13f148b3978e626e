package org.sss.net.control;

import java.util.List;
import org.sss.net.control.DataVerbs.Stored;

/**
 * What the shuffle of a job has stored elsewhere than at the owners of its subgroups.
 *
 * @param parts of the subgroups that the reporting node owns, in ascending order of sources
 * @param files what the reporting node has written to files of {@code shuffle.spill.dir}, by the outputs of the job;
 *     empty if nothing
 */
public record Relocations(List<Relocation> parts, List<Stored> files) {
    public Relocations {
        parts = List.copyOf(parts);
        files = List.copyOf(files);
    }
}

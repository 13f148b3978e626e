package org.sss.benchmarks.programs;

import java.nio.file.Path;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.api.Workflow;
import org.sss.io.Sources;

/**
 * The lines of a text by their positions: a group, or a file as it is. Immutable.
 *
 * @param group null when it is the file
 * @param file  null when it is the group
 */
record Lines<L>(TupleGroup<Long, L> group, TupleSource<Long, L> file) {
    static <L> Lines<L> ofGroup(String name, Codec<L> line) {
        return new Lines<>(TupleGroup.of(name, Codecs.LONG, line), null);
    }

    /** @param splitBytes of the range of each task */
    static <L> Lines<L> ofFile(Path path, Codec<L> line, long splitBytes) {
        return new Lines<>(null, Sources.text(path.toAbsolutePath().toString()).as(Codecs.LONG, line).splitBytes(splitBytes));
    }

    <K2, V2> MapJob<K2, V2> map(Workflow workflow, TupleGroup<K2, V2> output, Mapper<Long, L, K2, V2> mapper) {
        return file == null ? workflow.map(group, output, mapper) : workflow.map(file, output, mapper);
    }
}

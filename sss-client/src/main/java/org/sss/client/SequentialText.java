package org.sss.client;

import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.LongCodec;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.api.TupleSource.Split;
import org.sss.client.link.ClusterLink;
import org.sss.client.text.LineSink;
import org.sss.client.text.TextFiles;
import org.sss.io.Sources;
import org.sss.io.TextSource;
import org.sss.net.control.ServerVerbs.NewGroup;

/** Imports lines of files that must be read in sequence: compressed ones, and standard input. Stateless. */
final class SequentialText {
    private static final int MAX_WRITERS = 4;

    private SequentialText() {}

    /** Writes a new group, like an import of plain files. */
    static Group into(ClusterLink link, NewGroup request, TextFiles files, Transferred done) {
        TupleGroup<Bytes, Bytes> lines = TupleGroup.of(
                        request.name(),
                        Codecs.encoded(request.format().keyType()),
                        Codecs.encoded(request.format().valueType()))
                .compressed(request.format().compression());
        lines = request.format().inMemory() ? lines.inMemory() : lines;
        int count = Math.min(MAX_WRITERS, files.parts().size());
        try (GroupWriters<Bytes, Bytes> writers =
                new GroupWriters<>(link, request.replace() ? lines.replacing() : lines, count, "import")) {
            writers.appendAll(
                    source(
                            files.asText(),
                            files.parts().stream()
                                    .map(part -> part.file().toString())
                                    .toArray(String[]::new)),
                    done);
            return writers.commit();
        }
    }

    /** Passes the lines of one file to {@code sink}. */
    static void read(TextFiles.Part part, boolean asText, LineSink sink) {
        TupleSource<Bytes, Bytes> source = source(asText, part.file().toString());
        try {
            for (Split split : source.splits()) {
                source.read(
                        split,
                        (position, line) -> sink.line(
                                LongCodec.get(position.array(), position.offset()),
                                line.array(),
                                line.offset(),
                                line.length()));
            }
        } catch (Exception e) {
            throw e instanceof SssException known ? known : SssException.of(e, "reading file '" + part.file() + "'");
        }
    }

    private static TupleSource<Bytes, Bytes> source(boolean asText, String... files) {
        TextSource<Long, String> text = Sources.text(files);
        return (asText ? text.asText() : text).as(Codecs.BYTES, Codecs.BYTES);
    }
}

import org.sss.api.Codecs;
import org.sss.api.SssJob;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** Notes where each word is, keeps that, and counts. Arguments: group of lines, group of places, group of counts. */
public final class CountWords implements SssJob {
    @Override
    public Workflow define(String[] args) {
        TupleGroup<Long, String> lines = TupleGroup.of(args[0], Codecs.LONG, Codecs.STRING);
        TupleGroup<String, Long> places = TupleGroup.of(args[1], Codecs.STRING, Codecs.LONG);
        TupleGroup<String, Long> counts = TupleGroup.of(args[2], Codecs.STRING, Codecs.LONG);
        Workflow workflow = Workflow.named("count-words");
        workflow.map(lines, places, (offset, line, out) -> {
            for (String word : line.split("\\W+")) {
                if (!word.isEmpty()) {
                    out.emit(word.toLowerCase(), offset);
                }
            }
        });
        workflow.reduce(places, counts, (word, offsets, out) -> {
            long count = 0;
            for (long offset : offsets) {
                count++;
            }
            out.emit(word, count);
        });
        return workflow;
    }
}

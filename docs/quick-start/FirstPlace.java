import org.sss.api.Codecs;
import org.sss.api.SssJob;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/**
 * Finds the first place of each word, from the places that CountWords kept. Arguments: group of places, group to write.
 */
public final class FirstPlace implements SssJob {
    @Override
    public Workflow define(String[] args) {
        TupleGroup<String, Long> places = TupleGroup.of(args[0], Codecs.STRING, Codecs.LONG);
        TupleGroup<String, Long> first = TupleGroup.of(args[1], Codecs.STRING, Codecs.LONG);
        Workflow workflow = Workflow.named("first-place");
        workflow.reduce(places, first, (word, offsets, out) -> {
            long least = Long.MAX_VALUE;
            for (long offset : offsets) {
                least = Math.min(least, offset);
            }
            out.emit(word, least);
        });
        return workflow;
    }
}

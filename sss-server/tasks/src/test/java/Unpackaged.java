import java.util.function.Supplier;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.api.engine.JobBytes;

/** A program without a package, as of a source file that Java runs at once. Supplies a job with a lambda. */
public final class Unpackaged implements Supplier<byte[]> {
    @Override
    public byte[] get() {
        Workflow workflow = Workflow.named("unpackaged");
        Class<?> primitive = int.class;
        workflow.map(
                TupleGroup.of("in", Codecs.LONG, Codecs.STRING),
                TupleGroup.of("out", Codecs.STRING, Codecs.LONG),
                (key, line, out) -> out.emit(line + primitive, key));
        return JobBytes.write(workflow.jobs().get(0));
    }
}

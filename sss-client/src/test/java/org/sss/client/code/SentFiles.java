package org.sss.client.code;

import com.example.Shop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.sss.api.Workflow;

/** Lists the class files that are sent with a workflow. A test loads it again, together with SSS. */
public final class SentFiles implements Supplier<String> {
    @Override
    public String get() {
        return of(new Shop().get()).toString();
    }

    /** Returns those of each jar. */
    static List<List<String>> of(Workflow workflow) {
        CodeSources sources = CodeBundle.sources(false);
        workflow.jobs().forEach(sources::write);
        List<List<String>> jars = new ArrayList<>();
        try (CodeBundle bundle = CodeBundle.of(workflow, sources, new CodeIds(Clock.systemUTC()))) {
            for (String id : bundle.ids()) {
                try (ZipFile jar = new ZipFile(bundle.jar(id).toFile())) {
                    jars.add(jar.stream()
                            .map(ZipEntry::getName)
                            .filter(name -> name.endsWith(".class"))
                            .toList());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jars;
    }
}

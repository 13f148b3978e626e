package org.sss.all;

import java.util.List;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.GroupWriter;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;

/** A program whose class path has the one jar, and neither Netty nor Jackson. */
public final class Relocated {
    private Relocated() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        TupleGroup<Long, String> lines = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
        TupleGroup<String, Long> out = TupleGroup.of("out", Codecs.STRING, Codecs.LONG);
        try (SssClient client = LocalCluster.start(2)) {
            try (GroupWriter<Long, String> writer = client.write(lines)) {
                writer.append(7L, "a");
                writer.commit();
            }
            Workflow workflow = Workflow.named("relocated");
            workflow.map(lines, out, (key, line, emitter) -> emitter.emit(line, key));
            client.run(workflow);
            System.out.println("a=" + client.get(out, "a").equals(List.of(7L)));
        }
        for (String name : List.of("io.nett" + "y.buffer.ByteBuf", "com.fasterxml.jackso" + "n.core.JsonFactory")) {
            System.out.println(name + " " + isThere(name));
        }
        Object epoll = Class.forName("org.sss.shaded.io.nett" + "y.channel.epoll.Epoll")
                .getMethod("isAvailable")
                .invoke(null);
        System.out.println("epoll " + epoll);
    }

    private static boolean isThere(String name) {
        try {
            Class.forName(name, false, Relocated.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}

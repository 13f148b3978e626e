package org.sss.client.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.TreeMap;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.client.GroupWriter;
import org.sss.client.Scan;
import org.sss.client.SssClient;
import org.sss.net.rpc.Json;

/**
 * Reports of workflows in a group: the id is the key, the JSON that {@code sss job ID --json} prints the value. Written when a
 * user asks for it and not at the end of each workflow: groups are written once, so each time all of it is written anew. Stateless.
 */
final class KeptReports {
    private KeptReports() {
    }

    /**
     * Adds the workflows that are over to those that the group has already.
     *
     * @return how many it has then
     */
    static int keep(SssClient client, String name) {
        TupleGroup<String, String> group = TupleGroup.of(name, Codecs.STRING, Codecs.STRING);
        Map<String, String> reports = new TreeMap<>();
        if (client.groups().stream().anyMatch(info -> info.name().equals(name))) {
            try (Scan<String, String> kept = client.scan(group)) {
                kept.forEach(tuple -> reports.put(tuple.getKey(), tuple.getValue()));
            }
        }
        client.workflows().stream().filter(status -> status.state().isOver())
                .forEach(status -> reports.put(status.id(), new String(Json.write(status), UTF_8)));
        try (GroupWriter<String, String> writer = client.write(group.replacing())) {
            reports.forEach(writer::append);
            writer.commit();
        }
        return reports.size();
    }
}

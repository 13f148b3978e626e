package org.sss.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.control.GroupInfo;
import org.sss.net.rpc.Json;

/**
 * Reports of workflows in a group: the id is the key, the JSON that {@code sss job ID --json} prints the value. Written when a
 * user asks for it and not at the end of each workflow: groups are written once, so each time all of it is written anew. Stateless.
 */
final class ReportArchive {
    private static final int MAX_SHOWN = 80;

    private ReportArchive() {
    }

    /**
     * Adds the workflows that are over to those that the group has already.
     *
     * @return how many it has then
     * @throws SssException INVALID_ARGUMENT when the group has anything else; it stays as it is then
     */
    static int keep(SssClient client, String name) {
        Optional<GroupInfo> before = client.groups().stream().filter(info -> info.name().equals(name)).findFirst();
        TupleGroup<String, String> group = TupleGroup.of(name, Codecs.STRING, Codecs.STRING).replacing()
                .compressed(before.map(GroupInfo::compression).orElse(Compression.NONE));
        Set<String> ids = new HashSet<>();
        try (GroupWriter<String, String> writer = client.write(group)) {
            if (before.isPresent()) {
                copy(client, group, writer, ids);
            }
            client.workflows().stream().filter(status -> status.state().isOver() && ids.add(status.id()))
                    .forEach(status -> writer.append(status.id(), new String(Json.write(status), UTF_8)));
            writer.commit();
        }
        return ids.size();
    }

    /** A group of something else, named by mistake, is left alone. */
    private static void copy(SssClient client, TupleGroup<String, String> group, GroupWriter<String, String> writer, Set<String> ids) {
        try (Scan<String, String> kept = client.scan(group)) {
            for (Map.Entry<String, String> tuple : kept) {
                String id = tuple.getKey();
                if (!id.matches("wf-\\d+") || !tuple.getValue().startsWith("{\"id\":\"" + id + "\"") || !ids.add(id)) {
                    throw new SssException(ErrorCode.INVALID_ARGUMENT, "group '" + group.name() + "' has other tuples than reports of"
                            + " workflows (key '" + (id.length() <= MAX_SHOWN ? id : id.substring(0, MAX_SHOWN) + "...")
                            + "'); keep them in another group");
                }
                writer.append(id, tuple.getValue());
            }
        }
    }
}

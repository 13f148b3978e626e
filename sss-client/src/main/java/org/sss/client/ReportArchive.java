package org.sss.client;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;

/**
 * Reports of workflows in a group: the key is the id, the value is the JSON that {@code sss job ID --json} prints.
 * Written only on request, as groups are immutable and each addition rewrites the whole group. Stateless.
 */
final class ReportArchive {
    private static final int MAX_SHOWN = 80;

    private ReportArchive() {}

    /**
     * Adds the finished workflows to the group.
     *
     * @return the number of workflows in the group
     * @throws SssException INVALID_ARGUMENT if the group has other tuples; it is then unchanged
     */
    static int keep(SssClient client, String name) {
        Optional<Group> before = client.groups().stream()
                .filter(info -> info.name().equals(name))
                .findFirst();
        TupleGroup<String, String> group = TupleGroup.of(name, Codecs.STRING, Codecs.STRING)
                .replacing()
                .compressed(before.map(Group::compression).orElse(Compression.NONE));
        Set<String> ids = new HashSet<>();
        try (GroupWriter<String, String> writer = client.write(group)) {
            if (before.isPresent()) {
                copy(client, group, writer, ids);
            }
            client.workflows().stream()
                    .filter(status -> status.state().isOver() && ids.add(status.id()))
                    .forEach(status -> writer.append(status.id(), status.toJson()));
            writer.commit();
        }
        return ids.size();
    }

    /** Fails for a group with other tuples, which was named by mistake. */
    private static void copy(
            SssClient client, TupleGroup<String, String> group, GroupWriter<String, String> writer, Set<String> ids) {
        try (Scan<String, String> archived = client.scan(group)) {
            for (Map.Entry<String, String> tuple : archived) {
                String id = tuple.getKey();
                if (!id.matches("wf-\\d+") || !tuple.getValue().startsWith("{\"id\":\"" + id + "\"") || !ids.add(id)) {
                    throw new SssException(
                            ErrorCode.INVALID_ARGUMENT,
                            "group '" + group.name() + "' has other tuples than reports of"
                                    + " workflows (key '"
                                    + (id.length() <= MAX_SHOWN ? id : id.substring(0, MAX_SHOWN) + "...")
                                    + "'); store the reports in another group");
                }
                writer.append(id, tuple.getValue());
            }
        }
    }
}

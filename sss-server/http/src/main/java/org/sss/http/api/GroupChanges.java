package org.sss.http.api;

import java.io.IOException;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Group;
import org.sss.client.SssClient;
import org.sss.http.server.Request;
import org.sss.net.rpc.Json;

/** Drops, renames and copies groups. Stateless. */
final class GroupChanges {
    private static final String EXAMPLE = "the body must be JSON such as {\"to\":\"NAME\"}";

    private GroupChanges() {}

    /** The body of a request. */
    private record NewName(String to) {}

    static Map<String, Object> drop(SssClient client, String name, String id) {
        if (id == null) {
            client.drop(name);
        } else {
            Group group = client.group(name);
            if (!id.equals(Long.toString(group.id()))) {
                throw new SssException(
                        ErrorCode.NOT_FOUND,
                        "group '" + name + "' with number " + id + " does not exist any more: it was dropped, renamed"
                                + " or replaced in the meantime");
            }
            client.drop(group);
        }
        return Fields.of("name", name);
    }

    static Map<String, Object> rename(SssClient client, String name, Request request) throws IOException {
        String to = to(request);
        client.rename(name, to);
        return GroupList.group(client.group(to));
    }

    static Map<String, Object> copy(SssClient client, String name, Request request) throws IOException {
        return GroupList.group(client.copy(name, to(request)));
    }

    private static String to(Request request) {
        try {
            return Json.read(request.body(), NewName.class, EXAMPLE).to();
        } catch (SssException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, EXAMPLE, e);
        }
    }
}

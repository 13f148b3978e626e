package org.sss.dataserver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sss.net.control.GroupKey;
import org.sss.net.data.GetAnswer;
import org.sss.net.data.GetFormat;
import org.sss.net.data.GetRequest;
import org.sss.net.transport.Connection;

/** Reads keys, given in their order, of one subgroup. One thread at a time. */
public final class GetClient {
    /** What was answered for one key: values, or why there are none. */
    record Found(int code, List<byte[]> values) {
        boolean isTooLarge() {
            return code == GetFormat.TOO_LARGE;
        }

        boolean isNothingHere() {
            return code == GetFormat.NOTHING_HERE;
        }
    }

    private final Connection connection;
    private final long group;
    private final int subgroup;

    public GetClient(Connection connection, long group, int subgroup) {
        this.connection = connection;
        this.group = group;
        this.subgroup = subgroup;
    }

    /** As many requests as it takes, one after another. */
    public List<Found> get(List<byte[]> keys) {
        List<Found> found = new ArrayList<>();
        while (found.size() < keys.size()) {
            GetRequest request = new GetRequest(GroupKey.of(group), GetFormat.MAX_REQUEST_BYTES);
            for (int i = found.size(); i < keys.size() && request.add(subgroup, keys.get(i)); i++) {
                // added
            }
            ask(request, found);
        }
        return found;
    }

    private void ask(GetRequest request, List<Found> found) {
        try (GetAnswer answer = GetAnswer.ask(connection, request, PutClient.PATIENCE)) {
            for (int i = 0; i < request.keys(); i++) {
                int code = answer.nextKey();
                List<byte[]> values = new ArrayList<>();
                for (int v = 0; v < code; v++) {
                    answer.nextValue();
                    values.add(Arrays.copyOfRange(
                            answer.array(), answer.valueOffset(), answer.valueOffset() + answer.valueLength()));
                }
                found.add(new Found(code, values));
            }
            answer.end();
        }
    }

    Found get(byte[] key) {
        return get(List.of(key)).get(0);
    }

    /** Keys and what was found, as far as it could be answered. */
    public Tuples tuples(List<byte[]> keys) {
        Tuples tuples = new Tuples();
        List<Found> found = get(keys);
        for (int i = 0; i < keys.size(); i++) {
            byte[] key = keys.get(i);
            found.get(i).values().forEach(value -> tuples.add(key, value));
        }
        return tuples;
    }
}

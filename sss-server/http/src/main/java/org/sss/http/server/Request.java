package org.sss.http.server;

import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Principal;

/**
 * One request that has passed all checks of the listener. Immutable.
 *
 * @param method   in capital letters
 * @param segments of the path, decoded: {@code /api/v1/groups/a%2Fb} has four
 * @param query    parameters by name, decoded; the last one of equal names
 * @param headers  by name in small letters
 * @param body     empty without one; at most 1 MiB
 * @param caller   who has asked, {@link Principal#ANYONE} in a cluster without security
 * @param from     address of another machine; null for this one
 */
public record Request(
        String method,
        List<String> segments,
        Map<String, String> query,
        Map<String, String> headers,
        byte[] body,
        Principal caller,
        String from) {
    /** From this machine. */
    public Request(
            String method,
            List<String> segments,
            Map<String, String> query,
            Map<String, String> headers,
            byte[] body,
            Principal caller) {
        this(method, segments, query, headers, body, caller, null);
    }

    public Request {
        segments = List.copyOf(segments);
        query = Map.copyOf(query);
        headers = Map.copyOf(headers);
    }

    Request of(Principal found) {
        return new Request(method, segments, query, headers, body, found, from);
    }

    Request with(byte[] received) {
        return new Request(method, segments, query, headers, received, caller, from);
    }

    /** Returns null if the parameter is missing. */
    public String parameter(String name) {
        return query.get(name);
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the parameter is not a number from min to max */
    public int number(String name, int min, int max, int missing) {
        String text = query.get(name);
        if (text == null) {
            return missing;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "parameter " + name + "=" + text + " is not a whole number from " + min + " to " + max);
    }
}

package org.sss.http.api;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Group;
import org.sss.client.ListedGroups;
import org.sss.http.server.Request;

/** Pages of the list of groups. Stateless. */
final class GroupList {
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 1000;

    private GroupList() {}

    /**
     * An order of groups.
     *
     * @param value of which the largest is first; that of all groups is 0 if they are sorted by name
     */
    private record Order(ToLongFunction<Group> value, boolean reversed) {
        static Order of(Request request) {
            String sort = request.query().getOrDefault("sort", "name");
            String order = request.query().getOrDefault("order", "usual");
            if (!order.equals("usual") && !order.equals("reversed")) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT, "parameter order=" + order + " must be usual or reversed");
            }
            return new Order(value(sort), order.equals("reversed"));
        }

        private static ToLongFunction<Group> value(String sort) {
            return switch (sort) {
                case "name" -> group -> 0;
                case "bytes" -> Group::dataBytes;
                case "tuples" -> Group::tuples;
                case "created" -> Group::createdMillis;
                default ->
                    throw new SssException(
                            ErrorCode.INVALID_ARGUMENT,
                            "parameter sort=" + sort + " must be name, bytes, tuples or created");
            };
        }

        /** The place of a group in the order. */
        Place place(Group group) {
            return new Place(value.applyAsLong(group), group.name());
        }

        Comparator<Place> comparator() {
            Comparator<Place> usual =
                    Comparator.comparingLong(Place::value).reversed().thenComparing(Place::name);
            return reversed ? usual.reversed() : usual;
        }
    }

    /** What a group is sorted by; its text is the cursor of the page after it. */
    private record Place(long value, String name) {
        static Place parse(String text) {
            int dot = text.indexOf('.');
            try {
                return new Place(Long.parseLong(text, 0, Math.max(0, dot), 10), text.substring(dot + 1));
            } catch (NumberFormatException e) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT, "parameter from=" + text + " is not the 'next' of a page", e);
            }
        }

        @Override
        public String toString() {
            return value + "." + name;
        }
    }

    static Map<String, Object> answer(ListedGroups all, Request request) {
        int limit = request.number("limit", 1, MAX_LIMIT, DEFAULT_LIMIT);
        Order order = Order.of(request);
        List<Group> matching =
                all.groups().stream().filter(group -> matches(group, request)).toList();
        List<Group> rest = sorted(matching, order, request.parameter("from"))
                .limit(limit + 1L)
                .toList();
        boolean hasMore = rest.size() > limit;
        List<Group> page = hasMore ? rest.subList(0, limit) : rest;
        return Fields.of(
                "groups", page.stream().map(GroupList::group).toList(),
                "total", matching.size(),
                "totals", Clusters.totals(matching),
                "next", hasMore ? order.place(page.get(limit - 1)).toString() : null,
                "nowMillis", all.nowMillis());
    }

    private static boolean matches(Group group, Request request) {
        String prefix = request.query().getOrDefault("prefix", "");
        String search = request.query().getOrDefault("search", "");
        return group.name().startsWith(prefix) && contains(group.name(), search);
    }

    /** In any case. */
    static boolean contains(String text, String search) {
        return text.toLowerCase(Locale.ROOT).contains(search.toLowerCase(Locale.ROOT));
    }

    private static Stream<Group> sorted(List<Group> groups, Order order, String from) {
        Comparator<Place> comparator = order.comparator();
        Place after = from == null ? null : Place.parse(from);
        return groups.stream()
                .filter(group -> after == null || comparator.compare(order.place(group), after) > 0)
                .sorted(Comparator.comparing(order::place, comparator));
    }

    static Map<String, Object> group(Group group) {
        return Fields.of(
                "id", group.id(),
                "name", group.name(),
                "keyType", group.keyType(),
                "valueType", group.valueType(),
                "state", Fields.name(group.state()),
                "tuples", group.tuples(),
                "dataBytes", group.dataBytes(),
                "storedBytes", group.storedBytes(),
                "createdMillis", group.createdMillis(),
                "createdBy", group.createdBy(),
                "compression", Fields.name(group.compression()),
                "hashed", group.hashed(),
                "inMemory", group.inMemory(),
                "copies", group.copies(),
                "wantedCopies", group.wantedCopies());
    }
}

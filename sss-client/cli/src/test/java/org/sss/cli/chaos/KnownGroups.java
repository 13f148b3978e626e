package org.sss.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What clients have been told of their groups: names, and digests of what the groups hold. A change that ends with an error stays under
 * way, since nobody knows how far it came. Thread-safe; a group belongs to one thread.
 */
final class KnownGroups {
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
    private final Set<Change> underWay = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> outcomes = new TreeMap<>();

    /** Takes the groups that it is about from one state to the other, all of them at once or none. */
    private record Change(String what, Map<String, String> before, Map<String, String> after) {
    }

    void made(String name, String digest) {
        acknowledged.put(name, digest);
    }

    void make(String name, String digest, Runnable work) {
        change(new Change("make " + name, Map.of(), Map.of(name, digest)), work);
    }

    void replace(String name, String digest, Runnable work) {
        change(new Change("replace " + name, Map.of(name, acknowledged.get(name)), Map.of(name, digest)), work);
    }

    void rename(String from, String to, Runnable work) {
        String digest = acknowledged.get(from);
        change(new Change("rename " + from + " to " + to, Map.of(from, digest), Map.of(to, digest)), work);
    }

    void drop(String name, Runnable work) {
        change(new Change("drop " + name, Map.of(name, acknowledged.get(name)), Map.of()), work);
    }

    private void change(Change change, Runnable work) {
        underWay.add(change);
        change.before.keySet().forEach(acknowledged::remove);
        work.run();
        acknowledged.putAll(change.after);
        underWay.remove(change);
    }

    /**
     * Compares; from then on {@code found} is what is known. No thread may change anything meanwhile.
     *
     * @param found the digests of all groups that are there
     */
    void check(Map<String, String> found, String round) {
        Map<String, String> others = new TreeMap<>(found);
        for (Change change : underWay) {
            Set<String> names = new HashSet<>(change.before.keySet());
            names.addAll(change.after.keySet());
            Map<String, String> now = new HashMap<>(found);
            now.keySet().retainAll(names);
            assertThat(now).as("%s: before or after, all of it: %s", round, change.what).isIn(change.before, change.after);
            outcomes.merge(change.what.split(" ")[0] + (now.equals(change.after) ? " done" : " not done"), 1, Integer::sum);
            others.keySet().removeAll(names);
        }
        assertThat(others).as("%s: what was acknowledged", round).isEqualTo(acknowledged);
        underWay.clear();
        acknowledged.putAll(found);
    }

    /** How often a change that was under way was found done or not done. */
    Map<String, Integer> outcomes() {
        return outcomes;
    }
}

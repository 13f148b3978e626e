package org.sss.server.coordinator.state;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec.GroupSpec;

/**
 * Reserves, assigns and changes names of groups. Thread-safe.
 *
 * <pre>
 *   promise --> reserved for a workflow --assign, Catalog.publish--> name of a group --rename--> another name
 * </pre>
 */
public final class CatalogNames {
    private final GroupTable groups;
    private final PromisedNames promised = new PromisedNames();

    CatalogNames(GroupTable groups) {
        this.groups = groups;
    }

    /** A READY group and its new name. */
    public record Naming(long id, String name, boolean replace) {}

    /** @throws SssException {@link ErrorCode#ALREADY_EXISTS} if a new group of that name could not be published */
    public void checkFree(String name, boolean replace) {
        synchronized (groups.lock()) {
            checkFree(name, replace, "");
        }
    }

    /**
     * As {@link #checkFree(String, boolean)}, for a creator that may take the names of its own workflow. The caller has
     * the lock.
     */
    void checkFree(String name, boolean replace, String creator) {
        if (!replace) {
            checkNoneNamed(name);
            promised.checkFree(name, creator);
            groups.unnamed().checkFree(name);
        }
    }

    /** As {@link #checkFree(String, boolean)}, for the group that is to get the name. The caller has the lock. */
    void checkNoneNamed(String name) {
        if (groups.named().get(name) != null) {
            throw new SssException(
                    ErrorCode.ALREADY_EXISTS,
                    "group '" + name + "' exists already; remove it with" + " 'sss group rm " + name
                            + "', or replace it (import with --replace, replacing() in a program)");
        }
    }

    /**
     * Reserves names for the workflow {@code id}, which creates the groups, until it has assigned them or until
     * {@link #release}.
     *
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} if one of them is taken; none is reserved then
     */
    public void promise(String id, List<GroupSpec> outputs) {
        outputs.forEach(output -> GroupTexts.check(output.name(), output.keyType(), output.valueType(), ""));
        synchronized (groups.lock()) {
            outputs.forEach(output -> checkFree(output.name(), output.replace(), ""));
            promised.add(id, outputs);
        }
    }

    /** Releases the reserved names of a workflow. */
    public void release(String id) {
        synchronized (groups.lock()) {
            promised.remove(id);
        }
    }

    /** Records that a group will get this name, whatever its current name is: others cannot rename it until then. */
    public void promise(long id, String name) {
        synchronized (groups.lock()) {
            promised.add(id, name);
        }
    }

    /** Called when a group ends without its promised name. The caller has the lock. */
    void discarded(long id) {
        promised.remove(id);
    }

    /**
     * Names or renames groups, durably, with one wait for the disk. After a crash all of them have the names, or none.
     * A pinned group may have been dropped or replaced in the meantime under its old name.
     *
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} if one of the names is taken, {@link ErrorCode#STORAGE} if
     *     the journal cannot be written; nothing has changed then
     */
    public void assign(List<Naming> namings) {
        if (namings.isEmpty()) {
            return;
        }
        long position;
        synchronized (groups.lock()) {
            namings.stream().filter(naming -> !naming.replace).forEach(naming -> checkNoneNamed(naming.name));
            position = groups.log().write(entry(namings));
            namings.forEach(naming -> name(naming, position));
        }
        groups.syncGroups(position);
    }

    private Entry entry(List<Naming> namings) {
        List<Entry> entries = namings.stream().map(this::entry).toList();
        return entries.size() == 1 ? entries.get(0) : Entry.All.of(entries);
    }

    private Entry entry(Naming naming) {
        GroupInfo without = groups.withoutName(naming.id);
        return without != null
                ? new Entry.Publish(without.withName(naming.name))
                : new Entry.Rename(named(naming).id(), naming.name);
    }

    private GroupInfo named(Naming naming) {
        GroupInfo group = groups.named().get(naming.id);
        if (group == null) {
            throw new SssException(
                    ErrorCode.NOT_FOUND, "group " + naming.id + " was dropped before it became '" + naming.name + "'");
        }
        return group;
    }

    private void name(Naming naming, long position) {
        GroupInfo without = groups.withoutName(naming.id);
        if (without != null) {
            groups.unnamed().remove(naming.id);
            groups.ends().live(naming.id);
            groups.dropped().remove(without.key());
        }
        GroupInfo group = without != null ? without : named(naming);
        groups.put(group.withName(naming.name), position);
        promised.given(group, naming.name);
    }

    /**
     * Renames a group, durably.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#ALREADY_EXISTS},
     *     {@link ErrorCode#INVALID_ARGUMENT} if a workflow is about to give it another name
     */
    public GroupInfo rename(String from, String to, boolean replace) {
        TupleGroup.checkName(to);
        GroupInfo renamed;
        long position;
        synchronized (groups.lock()) {
            GroupInfo group = groups.named().known(from);
            if (from.equals(to)) {
                return group;
            }
            promised.checkMayBeRenamed(group);
            checkFree(to, replace, "");
            position = groups.log().write(new Entry.Rename(group.id(), to));
            renamed = group.withName(to);
            groups.put(renamed, position);
        }
        groups.sync(position);
        return renamed;
    }
}

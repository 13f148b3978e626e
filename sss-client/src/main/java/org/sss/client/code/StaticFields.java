package org.sss.client.code;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.security.CodeSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sss.api.Aggregator;
import org.sss.api.CoGrouper;
import org.sss.api.Codec;
import org.sss.api.Combiner;
import org.sss.api.Crosser;
import org.sss.api.Joiner;
import org.sss.api.Mapper;
import org.sss.api.Partitioner;
import org.sss.api.Reducer;
import org.sss.api.TupleSource;
import org.sss.client.code.MethodCode.Ref;

/**
 * Finds static fields that functions read and that have another value in this process than where their classes are
 * loaded again, as on the nodes: static fields are not sent. From the bytecode of a function and of what it calls in
 * the same jar or directory, once for each function; the values are compared for each job. Thread-safe.
 *
 * <pre>
 *   functions -> fields that they read, and do not assign -> value here != what the static initializer assigns
 * </pre>
 *
 * A field that the functions assign themselves, and a collection that they add to, is a cache of theirs. Not found:
 * fields of static objects of the user's classes.
 */
public final class StaticFields {
    private static final int MAX_METHODS = 2000;
    /** Names of methods that change objects of java.util, such as collections, and numbers of java.util.concurrent. */
    private static final Set<String> CHANGES = Set.of(
            "add",
            "addAll",
            "addFirst",
            "addLast",
            "accumulateAndGet",
            "append",
            "clear",
            "compareAndSet",
            "compute",
            "computeIfAbsent",
            "computeIfPresent",
            "decrementAndGet",
            "getAndAdd",
            "getAndDecrement",
            "getAndIncrement",
            "getAndSet",
            "getAndUpdate",
            "increment",
            "incrementAndGet",
            "addAndGet",
            "lazySet",
            "merge",
            "offer",
            "poll",
            "pop",
            "push",
            "put",
            "putAll",
            "putIfAbsent",
            "remove",
            "removeIf",
            "replaceAll",
            "set",
            "updateAndGet",
            "countDown");

    private static final Set<String> HASHED_BY_CONTENT = Set.of(
            "java/lang/String",
            "java/lang/Long",
            "java/lang/Integer",
            "java/lang/Double",
            "java/lang/Boolean",
            "java/util/UUID",
            "java/time/LocalDate",
            "java/time/Instant",
            "java/math/BigDecimal",
            "org/sss/api/Bytes");
    private static final List<Class<?>> FUNCTIONS = List.of(
            Mapper.class,
            Reducer.class,
            Combiner.class,
            Partitioner.class,
            Aggregator.class,
            CoGrouper.class,
            Joiner.class,
            Crosser.class,
            Codec.class,
            TupleSource.class);
    private static final ClassValue<StaticFields> OF_CLASS = new ClassValue<>() {
        @Override
        protected StaticFields computeValue(Class<?> type) {
            return new StaticFields(type);
        }
    };

    private final Class<?> root;
    /** By method of the class, name and descriptor. */
    private final Map<String, List<Read>> reads = new ConcurrentHashMap<>();

    private final Map<String, Boolean> hashing = new ConcurrentHashMap<>();

    /** A field that a function reads. */
    private record Read(Field field, Object initial) {}

    private StaticFields(Class<?> root) {
        this.root = root;
    }

    /** Returns descriptions of such fields that the method of a lambda reads; usually none. */
    static List<String> readBy(Class<?> type, String method, String descriptor) {
        return OF_CLASS.get(type).differing(method + descriptor);
    }

    /** The same for all methods of an object of that class, if it is a function. */
    static List<String> readBy(Class<?> type) {
        return FUNCTIONS.stream().anyMatch(function -> function.isAssignableFrom(type))
                ? OF_CLASS.get(type).differing("")
                : List.of();
    }

    /** Returns whether a function calls {@code hashCode()} of objects other than texts and numbers. */
    public static boolean hashes(Object function) {
        SerializedLambda lambda = lambda(function);
        Class<?> type = function.getClass();
        try {
            type = lambda == null
                    ? type
                    : Class.forName(lambda.getImplClass().replace('/', '.'), false, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            return false;
        }
        String method = lambda == null ? "" : lambda.getImplMethodName() + lambda.getImplMethodSignature();
        return CodeBundle.isOfUser(type)
                && OF_CLASS.get(type).hashing.computeIfAbsent(method, OF_CLASS.get(type)::searchHash);
    }

    private static SerializedLambda lambda(Object function) {
        try {
            Method replace = function.getClass().getDeclaredMethod("writeReplace");
            return replace.trySetAccessible() && replace.invoke(function) instanceof SerializedLambda lambda
                    ? lambda
                    : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private boolean searchHash(String method) {
        Search search = new Search(root);
        try {
            search.run(method);
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
        return search.hashes;
    }

    private List<String> differing(String method) {
        List<String> all = new ArrayList<>();
        for (Read read : reads.computeIfAbsent(method, this::find)) {
            String difference = difference(read);
            if (difference != null) {
                all.add(read.field.getDeclaringClass().getName() + "." + read.field.getName() + " (" + difference
                        + ")");
            }
        }
        return all;
    }

    private List<Read> find(String method) {
        try {
            return new Search(root).run(method);
        } catch (RuntimeException | LinkageError e) {
            // The code is of a form that this class does not know: then nothing is found.
            return List.of();
        }
    }

    /** Returns null if the value is what the nodes have, or unknown. */
    private static String difference(Read read) {
        Object now;
        try {
            now = read.field.get(null);
        } catch (IllegalAccessException | RuntimeException | LinkageError e) {
            return null;
        }
        if (read.initial == MethodCode.Empty.EMPTY) {
            int size = StaticValues.size(now);
            return size > 0 ? "has content here, none on the nodes" : null;
        }
        if (now instanceof Number || now instanceof Boolean || now instanceof Character) {
            boolean same = read.initial instanceof Number initial && StaticValues.number(now) == initial.doubleValue();
            return same
                    ? null
                    : read.initial instanceof Number initial
                            ? now + " here, " + StaticValues.shown(read.field.getType(), initial) + " on the nodes"
                            : "set here, null on the nodes";
        }
        return Objects.equals(now, read.initial)
                ? null
                : read.initial == null ? "set here, null on the nodes" : "set here, another value on the nodes";
    }

    /** One search; for one thread. */
    private static final class Search {
        private final Class<?> root;
        private final CodeSource source;
        private final Map<String, ClassCode> classes = new HashMap<>();
        private final Map<String, Class<?>> loaded = new HashMap<>();
        private final Set<Ref> seen = new HashSet<>();
        private final Deque<Ref> open = new ArrayDeque<>();
        private final Set<Ref> fields = new LinkedHashSet<>();
        private final Set<Ref> changed = new HashSet<>();
        private boolean hashes;

        Search(Class<?> root) {
            this.root = root;
            source = root.getProtectionDomain().getCodeSource();
            loaded.put(internal(root), root);
        }

        /** @param method name and descriptor; empty for all methods of objects */
        List<Read> run(String method) {
            ClassCode code = code(internal(root));
            if (code == null) {
                return List.of();
            }
            code.methods().forEach((name, body) -> {
                boolean isRoot = method.isEmpty() ? !body.isStatic && !name.startsWith("<") : name.equals(method);
                if (isRoot) {
                    int type = name.indexOf('(');
                    visit(new Ref(internal(root), name.substring(0, type), name.substring(type)));
                }
            });
            while (!open.isEmpty() && seen.size() < MAX_METHODS) {
                walk(open.remove());
            }
            return fields.stream()
                    .filter(field -> !changed.contains(field))
                    .map(this::read)
                    .filter(Objects::nonNull)
                    .toList();
        }

        private void visit(Ref method) {
            if (!method.name().startsWith("<clinit") && seen.add(method)) {
                open.add(method);
            }
        }

        private void walk(Ref method) {
            MethodCode body = body(method);
            if (body == null) {
                return;
            }
            body.calls.forEach(this::visit);
            hashes |= body.calls.stream().anyMatch(Search::isHash);
            changed.addAll(body.writes);
            boolean changes = body.storesElements || body.calls.stream().anyMatch(Search::isChange);
            for (Ref field : body.reads) {
                fields.add(field);
                if (changes && !isPlain(field.type())) {
                    changed.add(field);
                }
            }
        }

        private static boolean isChange(Ref call) {
            return call.owner().startsWith("java/") && CHANGES.contains(call.name());
        }

        private static boolean isHash(Ref call) {
            return switch (call.name()) {
                case "hashCode" ->
                    call.type().equals("()I")
                            ? !HASHED_BY_CONTENT.contains(call.owner())
                            : call.type().equals("(Ljava/lang/Object;)I")
                                    || call.type().equals("([Ljava/lang/Object;)I");
                case "hash" -> call.owner().equals("java/util/Objects");
                case "deepHashCode", "identityHashCode" -> call.owner().startsWith("java/");
                default -> false;
            };
        }

        private static boolean isPlain(String type) {
            return type.length() == 1 || type.equals("Ljava/lang/String;");
        }

        /**
         * Returns the code of a method of the same jar or directory, which may be that of a superclass; null if there
         * is none.
         */
        private MethodCode body(Ref method) {
            for (Class<?> type = type(method.owner()); type != null; type = type.getSuperclass()) {
                ClassCode code = code(internal(type));
                MethodCode body = code == null ? null : code.method(method.name(), method.type());
                if (body != null) {
                    return body;
                }
            }
            return null;
        }

        private Class<?> type(String internalName) {
            if (internalName.startsWith("java/") || internalName.startsWith("[")) {
                return null;
            }
            return loaded.computeIfAbsent(internalName, name -> {
                try {
                    Class<?> type = Class.forName(name.replace('/', '.'), false, root.getClassLoader());
                    return Objects.equals(type.getProtectionDomain().getCodeSource(), source)
                                    && CodeBundle.isOfUser(type)
                            ? type
                            : null;
                } catch (ClassNotFoundException | LinkageError e) {
                    return null;
                }
            });
        }

        private ClassCode code(String internalName) {
            return type(internalName) == null
                    ? null
                    : classes.computeIfAbsent(internalName, name -> {
                        try (InputStream in = root.getClassLoader().getResourceAsStream(name + ".class")) {
                            return in == null ? null : new ClassCode(in.readAllBytes());
                        } catch (IOException e) {
                            return null;
                        }
                    });
        }

        /** Returns null if the initial value is unknown, or cannot differ. */
        private Read read(Ref ref) {
            Field field = field(ref);
            if (field == null || field.isSynthetic() || !field.trySetAccessible()) {
                return null;
            }
            ClassCode owner = code(internal(field.getDeclaringClass()));
            if (owner == null) {
                return null;
            }
            Ref own = new Ref(internal(field.getDeclaringClass()), ref.name(), ref.type());
            MethodCode initializer = owner.method("<clinit>", "()V");
            boolean isAssigned = initializer != null && initializer.writes.contains(own);
            if (isAssigned && isTouched(owner, initializer, own)) {
                return null;
            }
            Object initial = isAssigned ? initializer.assigned.get(own) : StaticValues.unassigned(field.getType());
            boolean isFinal = Modifier.isFinal(field.getModifiers());
            if (isFinal ? initial != MethodCode.Empty.EMPTY : isAssigned && initial == null) {
                return null;
            }
            return new Read(field, initial);
        }

        /**
         * Returns whether the static initializer does more with a field than to assign it, or calls methods that might.
         */
        private static boolean isTouched(ClassCode owner, MethodCode initializer, Ref field) {
            return initializer.reads.contains(field)
                    || initializer.calls.stream()
                            .filter(call -> call.owner().equals(field.owner()))
                            .map(call -> owner.method(call.name(), call.type()))
                            .filter(Objects::nonNull)
                            .anyMatch(called -> called.reads.contains(field) || called.writes.contains(field));
        }

        private Field field(Ref ref) {
            for (Class<?> type = type(ref.owner()); type != null; type = type.getSuperclass()) {
                try {
                    return type.getDeclaredField(ref.name());
                } catch (NoSuchFieldException e) {
                    // It may be one of a superclass.
                }
            }
            return null;
        }

        private static String internal(Class<?> type) {
            return type.getName().replace('.', '/');
        }
    }
}

package org.sss.server.code;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Determines from bytecode whether classes have state in static fields. They have none if each static field is final,
 * and each static initializer only assigns immutable values that are always the same: it is interpreted, and anything
 * that {@link ConstantCode} does not know counts as state. Objects of the user's own classes are such values if all
 * their fields are final and their constructors assign only such values. Thread-safe.
 *
 * <p>Not checked: state outside the classes, such as system properties, files, or thread locals of the JDK.
 */
final class StaticState {
    private static final int METHOD_HANDLE = 15;
    private static final int INVOKE_STATIC = 6;
    private static final String BOOTSTRAP = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/";

    private final Function<String, byte[]> classes;
    /** Static initializers still to be interpreted. Guarded by this, like the fields below. */
    private final Deque<byte[]> open = new ArrayDeque<>();
    /** Classes whose objects are known to be immutable. */
    private final Set<String> immutable = new HashSet<>();

    private String found;

    /**
     * @param classes content of the class file by internal name, {@code a/b/C}; null for classes that are not the
     * user's
     */
    StaticState(Function<String, byte[]> classes) {
        this.classes = classes;
    }

    /** Called with each class that is loaded. */
    synchronized void add(byte[] classFile) {
        if (found != null) {
            return;
        }
        try {
            ClassReader reader = new ClassReader(classFile);
            ClassNode type = read(reader, ClassReader.SKIP_CODE);
            found = ofDeclarations(reader, type);
            if (found == null && method(type, "<clinit>") != null && !isSwitchMap(type)) {
                open.add(classFile);
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            found = "a class that cannot be read";
        }
        forgetIfFound();
    }

    /**
     * Returns where classes have state, such as {@code a.b.C.field}; empty if none of the classes loaded so far has.
     */
    synchronized Optional<String> find() {
        while (found == null && !open.isEmpty()) {
            ClassNode type = read(new ClassReader(open.remove()), 0);
            found = ofCode(type, method(type, "<clinit>"));
        }
        forgetIfFound();
        return Optional.ofNullable(found);
    }

    private void forgetIfFound() {
        if (found != null) {
            open.clear();
        }
    }

    private static ClassNode read(ClassReader reader, int options) {
        ClassNode type = new ClassNode();
        reader.accept(type, options | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return type;
    }

    private static MethodNode method(ClassNode type, String name) {
        return type.methods.stream()
                .filter(method -> method.name.equals(name))
                .findFirst()
                .orElse(null);
    }

    private static String ofDeclarations(ClassReader reader, ClassNode type) {
        for (FieldNode field : type.fields) {
            if (isStatic(field) && !isFinal(field) && !isCompilersCache(field)) {
                return name(type) + "." + field.name;
            }
        }
        for (MethodNode method : type.methods) {
            if ((method.access & Opcodes.ACC_NATIVE) != 0) {
                return name(type) + "." + method.name + ", which is native";
            }
        }
        return definesCode(reader) ? name(type) + ", which links or defines code by itself" : null;
    }

    /** Call sites and constants linked by methods other than the JDK's may have state. */
    private static boolean definesCode(ClassReader reader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            if (at == 0 || reader.readByte(at - 1) != METHOD_HANDLE || reader.readByte(at) != INVOKE_STATIC) {
                continue;
            }
            int method = reader.getItem(reader.readUnsignedShort(at + 1));
            String owner = reader.readClass(method, buffer);
            String type = reader.readUTF8(reader.getItem(reader.readUnsignedShort(method + 2)) + 2, buffer);
            if (type.startsWith(BOOTSTRAP)
                    && !owner.startsWith("java/lang/invoke/")
                    && !owner.startsWith("java/lang/runtime/")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isStatic(FieldNode field) {
        return (field.access & Opcodes.ACC_STATIC) != 0;
    }

    private static boolean isFinal(FieldNode field) {
        return (field.access & Opcodes.ACC_FINAL) != 0;
    }

    /** Generated by Eclipse's compiler: ordinals of an enum, computed on first use. */
    private static boolean isCompilersCache(FieldNode field) {
        return (field.access & Opcodes.ACC_SYNTHETIC) != 0 && field.name.startsWith("$SWITCH_TABLE$");
    }

    /** Generated by javac: a class that has only the ordinals of enums used in switches. */
    private static boolean isSwitchMap(ClassNode type) {
        return (type.access & Opcodes.ACC_SYNTHETIC) != 0
                && type.methods.size() == 1
                && type.fields.stream()
                        .allMatch(field -> (field.access & Opcodes.ACC_SYNTHETIC) != 0
                                && field.name.startsWith("$SwitchMap$")
                                && field.desc.equals("[I"));
    }

    private static String name(ClassNode type) {
        return type.name.replace('/', '.');
    }

    /** Returns the problem of a static initializer or constructor, or null. */
    private String ofCode(ClassNode type, MethodNode code) {
        ConstantCode interpreter = new ConstantCode(type, code, name -> classes.apply(name) != null);
        try {
            new Analyzer<>(interpreter).analyze(type.name, code);
        } catch (AnalyzerException e) {
            return interpreter.problem() != null
                    ? interpreter.problem()
                    : name(type) + "." + code.name + ", which cannot be analysed";
        }
        if (interpreter.problem() != null) {
            return interpreter.problem();
        }
        for (String made : interpreter.objects()) {
            String problem = ofObjects(made);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /** Returns why objects of a user's class are not known to be immutable, or null. */
    private String ofObjects(String internalName) {
        if (!immutable.add(internalName)) {
            return null;
        }
        ClassNode type = read(new ClassReader(classes.apply(internalName)), 0);
        for (FieldNode field : type.fields) {
            if (!isStatic(field) && !isFinal(field)) {
                return name(type) + "." + field.name;
            }
        }
        for (MethodNode method : type.methods) {
            String problem = method.name.equals("<init>") ? ofCode(type, method) : null;
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }
}

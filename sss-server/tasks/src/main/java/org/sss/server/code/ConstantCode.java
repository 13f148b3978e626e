package org.sss.server.code;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;

/**
 * Interprets a static initializer or a constructor over {@link Known} values. Anything that it does not know is a
 * {@link #problem}. Single use, not thread-safe.
 */
final class ConstantCode extends Interpreter<ConstantCode.Known> implements Opcodes {
    /** What is known about a value. */
    enum Known implements Value {
        /** Immutable and always the same when computed. */
        CONSTANT(1),
        WIDE_CONSTANT(2),
        /** An array that was just made of constants. */
        ARRAY(1),
        /** The object whose constructor this is. */
        THIS(1),
        /** An exception that was caught or is thrown. */
        EXCEPTION(1),
        ANYTHING(1),
        WIDE_ANYTHING(2),
        UNSET(1);

        private final int size;

        Known(int size) {
            this.size = size;
        }

        @Override
        public int getSize() {
            return size;
        }

        boolean isConstant() {
            return this == CONSTANT || this == WIDE_CONSTANT;
        }

        static Known constant(Type type) {
            return type.getSize() == 2 ? WIDE_CONSTANT : type.getSort() == Type.ARRAY ? ARRAY : CONSTANT;
        }

        static Known anything(int size) {
            return size == 2 ? WIDE_ANYTHING : ANYTHING;
        }
    }

    private final ClassNode type;
    private final MethodNode code;
    private final Predicate<String> isUsers;
    private final Set<String> objects = new LinkedHashSet<>();
    private String problem;

    /** @param isUsers whether the class of an internal name is one of the user's */
    ConstantCode(ClassNode type, MethodNode code, Predicate<String> isUsers) {
        super(ASM9);
        this.type = type;
        this.code = code;
        this.isUsers = isUsers;
    }

    /** Returns a description of the first unknown operation; null if all is constant. */
    String problem() {
        return problem;
    }

    /** Returns the internal names of the user's classes whose objects are among the values. */
    Set<String> objects() {
        return objects;
    }

    private void reject(String what) {
        problem = problem == null ? what : problem;
    }

    private String here() {
        return type.name.replace('/', '.')
                + (code.name.equals("<clinit>") ? ", whose static initializer " : ", whose constructor ");
    }

    @Override
    public Known newValue(Type ofType) {
        return ofType == null ? Known.UNSET : ofType.equals(Type.VOID_TYPE) ? null : Known.constant(ofType);
    }

    @Override
    public Known newParameterValue(boolean isInstanceMethod, int local, Type ofType) {
        return isInstanceMethod && local == 0 ? Known.THIS : Known.constant(ofType);
    }

    @Override
    public Known newExceptionValue(TryCatchBlockNode block, Frame<Known> handler, Type ofType) {
        return Known.EXCEPTION;
    }

    @Override
    public Known newOperation(AbstractInsnNode instruction) {
        switch (instruction.getOpcode()) {
            case LCONST_0, LCONST_1, DCONST_0, DCONST_1 -> {
                return Known.WIDE_CONSTANT;
            }
            case LDC -> {
                Object value = ((LdcInsnNode) instruction).cst;
                if (value instanceof ConstantDynamic) {
                    reject(here() + "computes a constant when it is first used");
                }
                return value instanceof Long || value instanceof Double ? Known.WIDE_CONSTANT : Known.CONSTANT;
            }
            case GETSTATIC -> {
                return staticField((FieldInsnNode) instruction);
            }
            case NEW -> {
                return made(((TypeInsnNode) instruction).desc);
            }
            default -> {
                return Known.CONSTANT;
            }
        }
    }

    private Known staticField(FieldInsnNode field) {
        Type of = Type.getType(field.desc);
        return field.owner.equals(type.name) || KnownCode.hasConstants(field.owner)
                ? Known.constant(of)
                : Known.anything(of.getSize());
    }

    private Known made(String internalName) {
        if (KnownCode.isException(internalName)) {
            return Known.EXCEPTION;
        }
        if (isUsers.test(internalName)) {
            objects.add(internalName);
        } else if (!KnownCode.isImmutable(internalName)) {
            reject(here() + "creates " + internalName.replace('/', '.'));
        }
        return Known.CONSTANT;
    }

    @Override
    public Known copyOperation(AbstractInsnNode instruction, Known value) {
        return value;
    }

    @Override
    public Known unaryOperation(AbstractInsnNode instruction, Known value) {
        switch (instruction.getOpcode()) {
            case IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE, IFNULL, IFNONNULL, TABLESWITCH, LOOKUPSWITCH -> {
                checkKnown(value);
                return null;
            }
            case PUTSTATIC -> {
                assign((FieldInsnNode) instruction, value);
                return null;
            }
            case GETFIELD -> {
                return anythingUnless(
                        value.isConstant() || value == Known.THIS, Type.getType(((FieldInsnNode) instruction).desc));
            }
            case NEWARRAY, ANEWARRAY -> {
                return Known.ARRAY;
            }
            case CHECKCAST -> {
                return value;
            }
            case I2L, F2L, D2L, I2D, L2D, F2D, LNEG, DNEG -> {
                return anythingUnless(value.isConstant(), Type.LONG_TYPE);
            }
            case ATHROW, IRETURN, LRETURN, FRETURN, DRETURN, ARETURN -> {
                return null;
            }
            case MONITORENTER, MONITOREXIT -> {
                reject(here() + "locks an object");
                return null;
            }
            default -> {
                return anythingUnless(value.isConstant() || value == Known.ARRAY, Type.INT_TYPE);
            }
        }
    }

    private static Known anythingUnless(boolean isConstant, Type ofType) {
        return isConstant ? Known.constant(ofType) : Known.anything(ofType.getSize());
    }

    private void checkKnown(Known value) {
        if (!value.isConstant() && value != Known.ARRAY) {
            reject(here() + "decides by something that may be different next time");
        }
    }

    private void assign(FieldInsnNode field, Known value) {
        boolean isOwn = field.owner.equals(type.name) && code.name.equals("<clinit>");
        // The constants of an enum are in an array that only values() reads, which copies it.
        boolean isEnumsArray = (type.access & ACC_ENUM) != 0 && field.name.equals("$VALUES") && value == Known.ARRAY;
        if (!isOwn || !value.isConstant() && !isEnumsArray) {
            reject(field.owner.replace('/', '.') + "." + field.name);
        }
    }

    @Override
    public Known binaryOperation(AbstractInsnNode instruction, Known a, Known b) {
        switch (instruction.getOpcode()) {
            case IF_ICMPEQ, IF_ICMPNE, IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE, IF_ACMPEQ, IF_ACMPNE -> {
                checkKnown(a);
                checkKnown(b);
                return null;
            }
            case PUTFIELD -> {
                FieldInsnNode field = (FieldInsnNode) instruction;
                if (a != Known.THIS || !field.owner.equals(type.name) || !b.isConstant()) {
                    reject(field.owner.replace('/', '.') + "." + field.name);
                }
                return null;
            }
            case AALOAD -> {
                return Known.ANYTHING;
            }
            case LALOAD, DALOAD -> {
                return anythingUnless(a == Known.ARRAY && b.isConstant(), Type.LONG_TYPE);
            }
            case IALOAD, FALOAD, BALOAD, CALOAD, SALOAD -> {
                return anythingUnless(a == Known.ARRAY && b.isConstant(), Type.INT_TYPE);
            }
            case LADD, LSUB, LMUL, LDIV, LREM, LAND, LOR, LXOR, LSHL, LSHR, LUSHR, DADD, DSUB, DMUL, DDIV, DREM -> {
                return anythingUnless(a.isConstant() && b.isConstant(), Type.LONG_TYPE);
            }
            default -> {
                return anythingUnless(a.isConstant() && b.isConstant(), Type.INT_TYPE);
            }
        }
    }

    /** An element of an array is set. */
    @Override
    public Known ternaryOperation(AbstractInsnNode instruction, Known array, Known index, Known value) {
        if (array != Known.ARRAY || !index.isConstant() || !value.isConstant()) {
            reject(here() + "fills an array with something that may change");
        }
        return null;
    }

    @Override
    public Known naryOperation(AbstractInsnNode instruction, List<? extends Known> values) {
        if (instruction instanceof InvokeDynamicInsnNode call) {
            return linked(call, values);
        }
        return instruction instanceof MethodInsnNode call ? called(call, values) : Known.ARRAY;
    }

    /** A lambda that captures only constants is a constant; so is a concatenation of texts and numbers. */
    private Known linked(InvokeDynamicInsnNode call, List<? extends Known> values) {
        Handle by = call.bsm;
        boolean isLambda = by.getOwner().equals("java/lang/invoke/LambdaMetafactory");
        boolean isText = by.getOwner().equals("java/lang/invoke/StringConcatFactory")
                && List.of(Type.getArgumentTypes(call.desc)).stream().allMatch(KnownCode::isPlain);
        if (!isLambda && !isText || !values.stream().allMatch(Known::isConstant)) {
            reject(here() + "creates an object that may change");
        }
        return Known.constant(Type.getReturnType(call.desc));
    }

    private Known called(MethodInsnNode call, List<? extends Known> values) {
        boolean isStatic = call.getOpcode() == INVOKESTATIC;
        Known receiver = isStatic ? Known.CONSTANT : values.get(0);
        if (!(receiver == Known.EXCEPTION && call.name.equals("<init>"))
                && !isKnown(call, receiver, isStatic ? values : values.subList(1, values.size()))) {
            reject(here() + "calls " + call.owner.replace('/', '.') + "." + call.name);
        }
        return newValue(Type.getReturnType(call.desc));
    }

    private boolean isKnown(MethodInsnNode call, Known receiver, List<? extends Known> arguments) {
        Type[] types = Type.getArgumentTypes(call.desc);
        for (int i = 0; i < types.length; i++) {
            // An array passed as an object might be retained.
            if (!arguments.get(i).isConstant()
                    && !(arguments.get(i) == Known.ARRAY && types[i].getSort() == Type.ARRAY)) {
                return false;
            }
        }
        if (!call.name.equals("<init>")) {
            return receiver.isConstant() && (KnownCode.isPure(call.owner, call.name, call.desc) || isEnumsOwn(call));
        }
        if (receiver == Known.THIS) {
            return isConstructorOfThis(call.owner);
        }
        return receiver.isConstant();
    }

    private boolean isConstructorOfThis(String owner) {
        if (!KnownCode.isPlainSuperclass(owner) && !owner.equals(type.name)) {
            if (!isUsers.test(owner)) {
                return false;
            }
            objects.add(owner);
        }
        return true;
    }

    /** The compiler's method that makes the array of an enum's constants. */
    private boolean isEnumsOwn(MethodInsnNode call) {
        return call.owner.equals(type.name)
                && call.name.equals("$values")
                && type.methods.stream()
                        .anyMatch(method -> method.name.equals(call.name) && (method.access & ACC_SYNTHETIC) != 0);
    }

    @Override
    public void returnOperation(AbstractInsnNode instruction, Known value, Known expected) {
        // No initializer or constructor returns anything.
    }

    @Override
    public Known merge(Known a, Known b) {
        if (a == b) {
            return a;
        }
        return a == Known.UNSET || b == Known.UNSET || a.getSize() != b.getSize()
                ? Known.UNSET
                : Known.anything(a.getSize());
    }
}

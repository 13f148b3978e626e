package org.sss.client.code;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.client.code.MethodCode.Ref;

/**
 * Static fields and methods of a class file, as far as {@link StaticFields} needs them: a walk over the instructions,
 * without a library. Immutable.
 */
final class ClassCode {
    private static final int STATIC = 0x0008;
    /** Length of each instruction; 0 for those of variable length. */
    private static final byte[] LENGTHS = lengths();

    private static final int BIPUSH = 16;
    private static final int SIPUSH = 17;
    private static final int LDC = 18;
    private static final int LDC2_W = 20;
    private static final int IASTORE = 79;
    private static final int SASTORE = 86;
    private static final int DUP = 89;
    private static final int TABLESWITCH = 170;
    private static final int LOOKUPSWITCH = 171;
    private static final int GETSTATIC = 178;
    private static final int PUTSTATIC = 179;
    private static final int INVOKEVIRTUAL = 182;
    private static final int INVOKESPECIAL = 183;
    private static final int INVOKEINTERFACE = 185;
    private static final int INVOKEDYNAMIC = 186;
    private static final int NEW = 187;
    private static final int NEWARRAY = 188;
    private static final int ANEWARRAY = 189;
    private static final int WIDE = 196;

    /** By name and descriptor. */
    private final Map<String, MethodCode> methods = new HashMap<>();

    private final byte[] content;
    private final Object[] constants;
    private final List<int[]> bootstraps = new ArrayList<>();

    private record Pair(int tag, int first, int second) {}

    /** @throws IOException, IndexOutOfBoundsException or ClassCastException if it is no class file of a known form */
    ClassCode(byte[] content) throws IOException {
        this.content = content;
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
        in.skipNBytes(8);
        constants = constants(in);
        in.skipNBytes(6);
        in.skipNBytes(2L * in.readUnsignedShort());
        skipMembers(in);
        int methodsAt = content.length - in.available();
        skipMembers(in);
        readBootstraps(in);
        readMethods(new DataInputStream(new ByteArrayInputStream(content, methodsAt, content.length - methodsAt)));
    }

    Map<String, MethodCode> methods() {
        return methods;
    }

    MethodCode method(String name, String type) {
        return methods.get(name + type);
    }

    private static Object[] constants(DataInputStream in) throws IOException {
        Object[] all = new Object[in.readUnsignedShort()];
        for (int i = 1; i < all.length; i++) {
            int tag = in.readUnsignedByte();
            all[i] = switch (tag) {
                case 1 -> new String(in.readNBytes(in.readUnsignedShort()), StandardCharsets.UTF_8);
                case 3 -> in.readInt();
                case 4 -> in.readFloat();
                case 5 -> in.readLong();
                case 6 -> in.readDouble();
                case 7, 8, 16, 19, 20 -> new Pair(tag, in.readUnsignedShort(), 0);
                case 9, 10, 11, 12, 17, 18 -> new Pair(tag, in.readUnsignedShort(), in.readUnsignedShort());
                case 15 -> new Pair(tag, in.readUnsignedByte(), in.readUnsignedShort());
                default -> throw new IOException("constant of kind " + tag);
            };
            // Long and Double take two numbers.
            i += tag == 5 || tag == 6 ? 1 : 0;
        }
        return all;
    }

    private static void skipMembers(DataInputStream in) throws IOException {
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            in.skipNBytes(6);
            skipAttributes(in);
        }
    }

    private static void skipAttributes(DataInputStream in) throws IOException {
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            in.skipNBytes(2);
            in.skipNBytes(in.readInt());
        }
    }

    private void readBootstraps(DataInputStream in) throws IOException {
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            boolean found = "BootstrapMethods".equals(constants[in.readUnsignedShort()]);
            int length = in.readInt();
            if (!found) {
                in.skipNBytes(length);
                continue;
            }
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                in.skipNBytes(2);
                int[] arguments = new int[in.readUnsignedShort()];
                for (int i = 0; i < arguments.length; i++) {
                    arguments[i] = in.readUnsignedShort();
                }
                bootstraps.add(arguments);
            }
        }
    }

    private void readMethods(DataInputStream in) throws IOException {
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            MethodCode method = new MethodCode((in.readUnsignedShort() & STATIC) != 0);
            methods.put((String) constants[in.readUnsignedShort()] + constants[in.readUnsignedShort()], method);
            for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                boolean isCode = "Code".equals(constants[in.readUnsignedShort()]);
                int length = in.readInt();
                int at = content.length - in.available();
                if (isCode) {
                    walk(method, at + 8, u4(at + 4));
                }
                in.skipNBytes(length);
            }
        }
    }

    private void walk(MethodCode method, int start, int length) {
        Object pushed = null;
        int news = 0;
        for (int at = start; at < start + length; at += length(at, start)) {
            int code = u1(at);
            Object before = pushed;
            pushed = pushed(at, code);
            switch (code) {
                case GETSTATIC -> method.reads.add(ref(u2(at + 1)));
                case PUTSTATIC -> method.assign(ref(u2(at + 1)), before);
                case NEW -> news = at;
                case INVOKESPECIAL -> {
                    // new X, dup, X.<init>() is an object without content, of the JDK's collections.
                    Ref called = ref(u2(at + 1));
                    method.calls.add(called);
                    pushed = at == news + 4
                                    && u1(news + 3) == DUP
                                    && called.type().equals("()V")
                            ? MethodCode.Empty.EMPTY
                            : null;
                }
                case INVOKEDYNAMIC -> addHandles(method, ((Pair) constants[u2(at + 1)]).first());
                default -> {
                    if (code >= INVOKEVIRTUAL && code <= INVOKEINTERFACE) {
                        method.calls.add(ref(u2(at + 1)));
                    }
                    method.storesElements |= code >= IASTORE && code <= SASTORE;
                }
            }
        }
    }

    /** Returns what an instruction certainly pushes on the stack, or null. */
    private Object pushed(int at, int code) {
        if (code >= 2 && code <= 8) {
            return (long) code - 3;
        }
        return switch (code) {
            case 9, 10 -> (long) code - 9;
            case 11, 12, 13 -> (double) (code - 11);
            case 14, 15 -> (double) (code - 14);
            case BIPUSH -> (long) content[at + 1];
            case SIPUSH -> (long) (short) u2(at + 1);
            case LDC -> constant(u1(at + 1));
            case LDC + 1, LDC2_W -> constant(u2(at + 1));
            case NEWARRAY, ANEWARRAY -> MethodCode.Empty.EMPTY;
            default -> null;
        };
    }

    private Object constant(int number) {
        Object constant = constants[number];
        if (constant instanceof Pair text && text.tag == 8) {
            return constants[text.first];
        }
        return constant instanceof Integer || constant instanceof Long
                ? (Object) ((Number) constant).longValue()
                : constant instanceof Number real ? (Object) real.doubleValue() : null;
    }

    private void addHandles(MethodCode method, int bootstrap) {
        for (int argument : bootstraps.get(bootstrap)) {
            if (constants[argument] instanceof Pair handle && handle.tag == 15 && handle.first >= 5) {
                method.calls.add(ref(handle.second));
            }
        }
    }

    private Ref ref(int number) {
        Pair ref = (Pair) constants[number];
        Pair nameAndType = (Pair) constants[ref.second];
        return new Ref(
                (String) constants[((Pair) constants[ref.first]).first], (String) constants[nameAndType.first], (String)
                        constants[nameAndType.second]);
    }

    private int length(int at, int start) {
        int code = u1(at);
        int aligned = at + 4 - (at - start) % 4;
        return switch (code) {
            case TABLESWITCH -> aligned + 12 + 4 * (u4(aligned + 8) - u4(aligned + 4) + 1) - at;
            case LOOKUPSWITCH -> aligned + 8 + 8 * u4(aligned + 4) - at;
            case WIDE -> u1(at + 1) == 132 ? 6 : 4;
            default -> LENGTHS[code];
        };
    }

    private static byte[] lengths() {
        byte[] lengths = new byte[256];
        for (int code = 0; code < lengths.length; code++) {
            boolean two = code == BIPUSH
                    || code == LDC
                    || code >= 21 && code <= 25
                    || code >= 54 && code <= 58
                    || code == 169
                    || code == NEWARRAY;
            boolean three = code == SIPUSH
                    || code == LDC + 1
                    || code == LDC2_W
                    || code == 132
                    || code >= 153 && code <= 168
                    || code >= GETSTATIC && code <= 184
                    || code == NEW
                    || code == ANEWARRAY
                    || code == 192
                    || code == 193
                    || code == 198
                    || code == 199;
            boolean five = code == INVOKEINTERFACE || code == INVOKEDYNAMIC || code == 200 || code == 201;
            lengths[code] = (byte) (code == 197 ? 4 : five ? 5 : three ? 3 : two ? 2 : 1);
        }
        return lengths;
    }

    private int u1(int at) {
        return content[at] & 0xff;
    }

    private int u2(int at) {
        return u1(at) << 8 | u1(at + 1);
    }

    private int u4(int at) {
        return u2(at) << 16 | u2(at + 2);
    }
}

package org.sss.api.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.SssException;

/** Serializes jobs: Java serialization of the job with its functions and the objects that these captured. Stateless. */
public final class JobBytes {
    private JobBytes() {}

    /**
     * Creates the stream that an object is written to. The stream may inspect objects but must not write anything else.
     */
    public interface Writing {
        ObjectOutputStream to(OutputStream out) throws IOException;
    }

    public static byte[] write(Job job) {
        return write(job, ObjectOutputStream::new);
    }

    /**
     * Returns the bytes that JobCode.readJob of the server reads.
     *
     * @throws SssException {@link ErrorCode#USER_CODE} if the functions reference an object that is not serializable;
     *     the message has its class and the path to it
     */
    public static byte[] write(Job job, Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        try (ObjectOutputStream out = writing.to(bytes)) {
            out.writeObject(job);
        } catch (NotSerializableException e) {
            String path = new CapturePath().to(job);
            throw new SssException(
                    ErrorCode.USER_CODE,
                    "job '" + job.name() + "' cannot be sent to the nodes: it references an"
                            + " object of class " + e.getMessage() + ", which is not serializable"
                            + (path == null ? "" : " (" + path + ")")
                            + "; capture only serializable values (copy a field into a local variable before the "
                            + "lambda), or"
                            + " make it transient and create it in setup(), which runs on the nodes. A static field is "
                            + "no way to send it:"
                            + " on the nodes it has its initial value",
                    e);
        } catch (StackOverflowError e) {
            throw new SssException(
                    ErrorCode.USER_CODE,
                    "job '" + job.name() + "' cannot be sent to the nodes: it references objects that are"
                            + " nested too deep for Java's serialization; keep them in an array or list instead of a "
                            + "chain",
                    e);
        } catch (IOException | RuntimeException e) {
            throw new SssException(
                    ErrorCode.USER_CODE, "job '" + job.name() + "' cannot be sent to the nodes: " + e, e);
        }
        return bytes.toByteArray();
    }
}

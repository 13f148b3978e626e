package org.sss.api.code;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.SssException;

/** Jobs as bytes: Java serialization of the job with its functions and what these captured. Stateless. */
public final class JobBytes {
    private JobBytes() {
    }

    /** Makes the stream that an object is written to; it may look at what comes by, and must write nothing else. */
    public interface Writing {
        ObjectOutputStream to(OutputStream out) throws IOException;
    }

    public static byte[] write(Job job) {
        return write(job, ObjectOutputStream::new);
    }

    /**
     * The bytes that JobCode.readJob of the server reads.
     *
     * @throws SssException {@link ErrorCode#USER_CODE} when the functions hold an object that is not serializable; names its
     *     class and the way to it
     */
    public static byte[] write(Job job, Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        try (ObjectOutputStream out = writing.to(bytes)) {
            out.writeObject(job);
        } catch (NotSerializableException e) {
            String path = new CapturePath().to(job);
            throw new SssException(ErrorCode.USER_CODE, "job '" + job.name() + "' cannot be sent to the nodes: it holds an"
                    + " object of class " + e.getMessage() + ", which is not serializable" + (path == null ? "" : " (" + path
                    + ")") + "; capture only serializable values (copy a field into a local variable before the lambda), or"
                    + " make it static, or transient and made on first use", e);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new SssException(ErrorCode.USER_CODE, "job '" + job.name() + "' cannot be sent to the nodes: " + e, e);
        }
        return bytes.toByteArray();
    }
}

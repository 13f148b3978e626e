package org.sss.server.node;

import org.sss.api.Emitter;
import org.sss.api.Mapper;

/** Sent to the nodes in a jar. Emits each line with the number 1; at a line "wait" it waits until it is interrupted. */
public final class PatientMapper implements Mapper<Long, String, String, Long> {
    private static final long serialVersionUID = 1L;
    private static final long LONG_MILLIS = 600_000;

    @Override
    public void map(Long line, String text, Emitter<String, Long> out) throws InterruptedException {
        if (text.equals("wait")) {
            Thread.sleep(LONG_MILLIS);
        }
        out.emit(text, 1L);
    }
}

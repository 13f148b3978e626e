package org.sss.net.transport;

import java.util.List;
import org.sss.net.auth.AuthFuzz;
import org.sss.net.testing.FuzzContract;
import org.sss.net.testing.FuzzTarget;
import org.sss.net.transport.tcp.ConnectionFuzz;
import org.sss.net.transport.tcp.FrameDecoderFuzz;
import org.sss.net.transport.tcp.TlsFuzz;

/** Fuzz targets for all frames and proofs that a peer can send. */
public class FuzzTest extends FuzzContract {
    @Override
    public List<FuzzTarget> targets() {
        return List.of(new FrameDecoderFuzz(), new ConnectionFuzz(), new TlsFuzz(), new AuthFuzz());
    }
}

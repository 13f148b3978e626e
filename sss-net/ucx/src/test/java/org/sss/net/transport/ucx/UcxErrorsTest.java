package org.sss.net.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openucx.jucx.UcxException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Runs without libucx. */
class UcxErrorsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Out of memory             | ulimit -l unlimited
            Input/output error        | LimitMEMLOCK=infinity
            Shared memory error       | /dev/shm
            No such device            | net.ucx.tls
            Destination is unreachable | both nodes need one in common
            Something else            | net.transport = tcp""")
    void messagesOfUcxGetTheirRemedy(String message, String remedy) {
        SssException error = UcxErrors.of(new UcxException(message));
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(error)
                .hasMessageStartingWith("UCX cannot be used: " + message + "; ")
                .hasMessageContaining(remedy);
    }

    @Test
    void aMissingLibraryNamesItsPackage() {
        assertThat(UcxErrors.of(new UnsatisfiedLinkError("libucp.so.0: cannot open shared object file")))
                .hasMessageContaining("libucp.so.0")
                .hasMessageContaining("install libucx0")
                .hasMessageContaining("java.io.tmpdir");
    }
}

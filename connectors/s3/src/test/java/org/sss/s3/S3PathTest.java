package org.sss.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class S3PathTest {
    @Test
    void hasABucketAndAKey() {
        assertThat(S3Path.of("s3://bucket/a/b.txt")).isEqualTo(new S3Path("bucket", "a/b.txt"));
        assertThat(S3Path.of("S3://bucket")).isEqualTo(new S3Path("bucket", "")).hasToString("s3://bucket/");
        assertThat(S3Path.of("s3://my.bucket-1/a//b")).hasToString("s3://my.bucket-1/a//b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3://",
                "s3:///x",
                "s3://ab/x",
                "s3://Bucket/x",
                "s3://buc*/x",
                "s3://bucket_1/x",
                "s3://bucket/a/../b",
                "s3://bucket/./b",
                "gs://bucket/x"
            })
    void refusesPathsThatNoObjectHas(String path) {
        assertThatThrownBy(() -> S3Path.of(path))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("'" + path + "' is no path of an object");
    }

    @Test
    void refusesALongKey() {
        assertThatThrownBy(() -> S3Path.of("s3://bucket/" + "x".repeat(1025))).hasMessageContaining("longer than 1024");
    }
}

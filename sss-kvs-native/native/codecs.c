/*
 * The functions of zlib and bzip2 that Tokyo Cabinet refers to. SSS never lets it compress, so they fail, and neither library has to
 * be installed. A tree with compressed pages, which only another program can have written, is an error when it is read.
 */
#include <stdlib.h>

/* Z_STREAM_ERROR of zlib, BZ_PARAM_ERROR of bzip2. */
enum { NOT_SUPPORTED = -2 };

int deflateInit2_(void *stream, int level, int method, int bits, int memory, int strategy, const char *version, int size);
int deflate(void *stream, int flush);
int deflateEnd(void *stream);
int inflateInit2_(void *stream, int bits, const char *version, int size);
int inflate(void *stream, int flush);
int inflateEnd(void *stream);
unsigned long crc32(unsigned long sum, const unsigned char *bytes, unsigned size);
int BZ2_bzCompressInit(void *stream, int level, int verbosity, int factor);
int BZ2_bzCompress(void *stream, int action);
int BZ2_bzCompressEnd(void *stream);
int BZ2_bzDecompressInit(void *stream, int verbosity, int small);
int BZ2_bzDecompress(void *stream);
int BZ2_bzDecompressEnd(void *stream);

int deflateInit2_(void *stream, int level, int method, int bits, int memory, int strategy, const char *version, int size) {
    (void) stream, (void) level, (void) method, (void) bits, (void) memory, (void) strategy, (void) version, (void) size;
    return NOT_SUPPORTED;
}

int deflate(void *stream, int flush) {
    (void) stream, (void) flush;
    return NOT_SUPPORTED;
}

int deflateEnd(void *stream) {
    (void) stream;
    return NOT_SUPPORTED;
}

int inflateInit2_(void *stream, int bits, const char *version, int size) {
    (void) stream, (void) bits, (void) version, (void) size;
    return NOT_SUPPORTED;
}

int inflate(void *stream, int flush) {
    (void) stream, (void) flush;
    return NOT_SUPPORTED;
}

int inflateEnd(void *stream) {
    (void) stream;
    return NOT_SUPPORTED;
}

/* Has no way to report an error. Only tcgetcrc() uses it, which nothing here calls. */
unsigned long crc32(unsigned long sum, const unsigned char *bytes, unsigned size) {
    (void) sum, (void) bytes, (void) size;
    abort();
}

int BZ2_bzCompressInit(void *stream, int level, int verbosity, int factor) {
    (void) stream, (void) level, (void) verbosity, (void) factor;
    return NOT_SUPPORTED;
}

int BZ2_bzCompress(void *stream, int action) {
    (void) stream, (void) action;
    return NOT_SUPPORTED;
}

int BZ2_bzCompressEnd(void *stream) {
    (void) stream;
    return NOT_SUPPORTED;
}

int BZ2_bzDecompressInit(void *stream, int verbosity, int small) {
    (void) stream, (void) verbosity, (void) small;
    return NOT_SUPPORTED;
}

int BZ2_bzDecompress(void *stream) {
    (void) stream;
    return NOT_SUPPORTED;
}

int BZ2_bzDecompressEnd(void *stream) {
    (void) stream;
    return NOT_SUPPORTED;
}

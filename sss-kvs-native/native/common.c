/* Errors, buffers and keys between Java and C. */
#include "kvs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static JavaVM *kvs_vm;

/* The library calls this when malloc fails and then exit(); a JVM leaves a better trace when it aborts itself. */
static void out_of_memory(const char *message) {
    JNIEnv *env = NULL;
    char text[160];
    snprintf(text, sizeof text, "Tokyo Cabinet: %s (out of native memory, or a damaged file)", message);
    if ((*kvs_vm)->GetEnv(kvs_vm, (void **) &env, JNI_VERSION_1_8) == JNI_OK)
        (*env)->FatalError(env, text);
    fprintf(stderr, "%s\n", text);
    abort();
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
    (void) reserved;
    kvs_vm = vm;
    tcfatalfunc = out_of_memory;
    return JNI_VERSION_1_8;
}

/* The library sets errno after harmless calls too; these numbers are never harmless. */
static int64_t telling_errno(void) {
    static const int telling[] = {EIO, ENOMEM, ENFILE, EMFILE, EFBIG, ENOSPC, EROFS, EDQUOT};
    for (size_t i = 0; i < sizeof telling / sizeof *telling; i++)
        if (errno == telling[i]) return errno;
    return 0;
}

/* code in bits 0..15, index of the record in bits 16..47, errno in bits 48..55, counted from INT64_MIN. */
jlong kvs_error(int code, int64_t index) {
    int64_t number = telling_errno();
    return INT64_MIN + (number << 48 | (index & 0xffffffffLL) << 16 | (code & 0xffff));
}

jlong kvs_tree_error(TCBDB *tree, int64_t index) {
    int code = tcbdbecode(tree);
    return kvs_error(code == TCESUCCESS ? TCEMISC : code, index);
}

/* False when the buffer is not direct or the positions lie outside of it. */
bool kvs_span(JNIEnv *env, jobject buffer, jint position, jint limit, KvsSpan *span) {
    static uint8_t nothing[1];
    if (position == limit) {
        *span = (KvsSpan) {nothing, 0};
        return true;
    }
    uint8_t *start = (*env)->GetDirectBufferAddress(env, buffer);
    if (!start || position < 0 || limit < position || limit > (*env)->GetDirectBufferCapacity(env, buffer))
        return false;
    *span = (KvsSpan) {start + position, limit - position};
    return true;
}

/* Copies, because a critical array would hold up the garbage collector while a file is read. */
bool kvs_key(JNIEnv *env, jbyteArray array, KvsKey *key) {
    key->size = (*env)->GetArrayLength(env, array);
    key->bytes = key->small;
    if ((size_t) key->size > sizeof key->small) key->bytes = malloc((size_t) key->size);
    if (!key->bytes) return false;
    (*env)->GetByteArrayRegion(env, array, 0, key->size, (jbyte *) key->bytes);
    return true;
}

void kvs_key_free(KvsKey *key) {
    if (key->bytes != key->small) free(key->bytes);
}

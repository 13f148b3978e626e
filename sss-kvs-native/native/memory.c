/* What the C library keeps of freed memory. */
#include "kvs.h"
#include "org_sss_kvs_library_KvsNative.h"

#include <malloc.h>

/* Another C library than glibc keeps little, and has no call for it. */
JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_returnMemory(JNIEnv *env, jclass class) {
    (void) env;
    (void) class;
#ifdef __GLIBC__
    return malloc_trim(0);
#else
    return 0;
#endif
}

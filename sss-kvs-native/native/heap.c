/* Where a thread was when it met the end of Java's heap: Java itself keeps that for the first four errors of a process only. */
#include "kvs.h"
#include "org_sss_kvs_library_KvsNative.h"

#include <jvmti.h>
#include <stdio.h>
#include <string.h>

enum { MAX_FRAMES = 64 };

static jvmtiEnv *tool;

/* Per thread: its last heap exhaustion, unless an earlier one is retained. */
static __thread struct {
    bool retained;
    jint count;
    jvmtiFrameInfo frames[MAX_FRAMES];
} met;

static void JNICALL met_end(jvmtiEnv *jvmti, JNIEnv *env, jint flags, const void *reserved, const char *description) {
    (void) env;
    (void) flags;
    (void) reserved;
    (void) description;
    if (!met.retained && (*jvmti)->GetStackTrace(jvmti, NULL, 0, MAX_FRAMES, met.frames, &met.count) != JVMTI_ERROR_NONE)
        met.count = 0;
}

JNIEXPORT jboolean JNICALL Java_org_sss_kvs_library_KvsNative_heapWatch(JNIEnv *env, jclass class) {
    (void) class;
    JavaVM *vm;
    jvmtiEnv *jvmti;
    if ((*env)->GetJavaVM(env, &vm) != JNI_OK || (*vm)->GetEnv(vm, (void **) &jvmti, JVMTI_VERSION_1_2) != JNI_OK)
        return JNI_FALSE;
    jvmtiCapabilities wanted = {.can_generate_resource_exhaustion_heap_events = 1, .can_get_line_numbers = 1, .can_get_source_file_name = 1};
    jvmtiEventCallbacks callbacks = {.ResourceExhausted = met_end};
    if ((*jvmti)->AddCapabilities(jvmti, &wanted) != JVMTI_ERROR_NONE
            || (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks) != JVMTI_ERROR_NONE
            || (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_RESOURCE_EXHAUSTED, NULL) != JVMTI_ERROR_NONE) {
        (*jvmti)->DisposeEnvironment(jvmti);
        return JNI_FALSE;
    }
    tool = jvmti;
    return JNI_TRUE;
}

JNIEXPORT void JNICALL Java_org_sss_kvs_library_KvsNative_heapKeepStack(JNIEnv *env, jclass class, jboolean keep) {
    (void) env;
    (void) class;
    met.retained = keep;
    if (!keep) met.count = 0;
}

static void give_back(void *text) {
    (*tool)->Deallocate(tool, text);
}

/* The line that the code at `location` is of, or -1. */
static jint line_of(jmethodID method, jlocation location) {
    jint count, line = -1;
    jlocation best = -1;
    jvmtiLineNumberEntry *table;
    if ((*tool)->GetLineNumberTable(tool, method, &count, &table) != JVMTI_ERROR_NONE) return -1;
    for (jint i = 0; i < count; i++) {
        if (table[i].start_location <= location && table[i].start_location > best) {
            best = table[i].start_location;
            line = table[i].line_number;
        }
    }
    give_back(table);
    return line;
}

/* Class, method, file and line with tabs between them. Returns the length, 0 for what is not known or does not fit. */
static int write_frame(JNIEnv *env, const jvmtiFrameInfo *frame, char *out, size_t room) {
    char *signature = NULL, *method = NULL, *file = NULL;
    jclass class = NULL;
    int length = 0;
    if ((*tool)->GetMethodDeclaringClass(tool, frame->method, &class) == JVMTI_ERROR_NONE
            && (*tool)->GetClassSignature(tool, class, &signature, NULL) == JVMTI_ERROR_NONE
            && (*tool)->GetMethodName(tool, frame->method, &method, NULL, NULL) == JVMTI_ERROR_NONE) {
        if ((*tool)->GetSourceFileName(tool, class, &file) != JVMTI_ERROR_NONE) file = NULL;
        length = snprintf(out, room, "%s\t%s\t%s\t%d\n", signature, method, file == NULL ? "" : file,
                line_of(frame->method, frame->location));
    }
    give_back(signature);
    give_back(method);
    give_back(file);
    if (class != NULL) (*env)->DeleteLocalRef(env, class);
    return length < 0 || (size_t) length >= room ? 0 : length;
}

JNIEXPORT jint JNICALL Java_org_sss_kvs_library_KvsNative_heapStack(JNIEnv *env, jclass class, jbyteArray into) {
    (void) class;
    char line[1024];
    jsize used = 0, size = (*env)->GetArrayLength(env, into);
    for (jint i = 0; tool != NULL && i < met.count; i++) {
        int length = write_frame(env, &met.frames[i], line, sizeof line);
        if (length > size - used) break;
        (*env)->SetByteArrayRegion(env, into, used, length, (const jbyte *) line);
        used += length;
    }
    return used;
}

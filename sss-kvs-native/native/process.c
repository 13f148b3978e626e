/* The program of this process, restarted in the same process: for a JVM that has no memory left to do anything else. */
#define _GNU_SOURCE
#include "kvs.h"
#include "org_sss_kvs_library_KvsNative.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

enum { FIRST_FILE = 3, MOST_FILES = 1 << 20 };

/* The mask that the process was started with, or -1 if it was not changed. */
static int first_umask = -1;

/* All strings lie in one buffer of Java's, which outlives this. */
typedef struct {
    const char *message, *path;
    char **arguments, **variables;
} KvsProgram;

/* The next `count` strings, followed by the NULL that execve requires; NULL if there are fewer. */
static char **take(char **at, const char *end, jint count) {
    char **strings = calloc((size_t) count + 1, sizeof(char *));
    for (jint i = 0; strings != NULL && i < count; i++) {
        char *stop = memchr(*at, 0, (size_t) (end - *at));
        if (stop == NULL) {
            free(strings);
            return NULL;
        }
        strings[i] = *at;
        *at = stop + 1;
    }
    return strings;
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_processPrepare(
        JNIEnv *env, jclass class, jobject buffer, jint arguments, jint variables) {
    (void) class;
    char *at = (*env)->GetDirectBufferAddress(env, buffer);
    const char *end = at + (*env)->GetDirectBufferCapacity(env, buffer);
    char **first = take(&at, end, 2);
    KvsProgram *program = malloc(sizeof(KvsProgram));
    if (first == NULL || program == NULL) {
        free(first);
        free(program);
        return 0;
    }
    *program = (KvsProgram) {first[0], first[1], take(&at, end, arguments), NULL};
    free(first);
    program->variables = program->arguments == NULL ? NULL : take(&at, end, variables);
    if (program->variables == NULL) {
        free(program->arguments);
        free(program);
        return 0;
    }
    return (jlong) (intptr_t) program;
}

/* Returns the mask that the process was started with. */
JNIEXPORT jint JNICALL Java_org_sss_kvs_library_KvsNative_processUmask(JNIEnv *env, jclass class, jint mask) {
    (void) env;
    (void) class;
    mode_t before = umask((mode_t) mask);
    if (first_umask < 0) {
        first_umask = (int) before;
    }
    return first_umask;
}

/* Java opens files and sockets without the flag; locks and ports are free once they are closed. */
static void close_files_on_exec(void) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, FIRST_FILE, ~0U, CLOSE_RANGE_CLOEXEC) == 0) {
        return;
    }
#endif
    long limit = sysconf(_SC_OPEN_MAX);
    for (int file = FIRST_FILE; file < (limit < 0 || limit > MOST_FILES ? MOST_FILES : limit); file++) {
        fcntl(file, F_SETFD, FD_CLOEXEC);
    }
}

/* Returns errno, and only when it fails. Takes no memory. Handlers go with the program; what the process ignored, it ignores. */
JNIEXPORT jint JNICALL Java_org_sss_kvs_library_KvsNative_processRestart(JNIEnv *env, jclass class, jlong handle) {
    (void) env;
    (void) class;
    const KvsProgram *program = (const KvsProgram *) (intptr_t) handle;
    if (program == NULL) {
        return EINVAL;
    }
    if (write(STDERR_FILENO, program->message, strlen(program->message)) < 0) {
        /* The result is ignored; the program restarts in any case. */
    }
    close_files_on_exec();
    mode_t own_umask = first_umask < 0 ? 0 : umask((mode_t) first_umask);
    /* Java's threads block SIGQUIT, but for one. */
    sigset_t none, before;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, &before);
    execve(program->path, program->arguments, program->variables);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (first_umask >= 0) {
        umask(own_umask);
    }
    return error;
}

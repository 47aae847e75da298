// Makes each fsync and fdatasync of a program 4 ms slower, as on a busy or a cheap disk.
// cc -shared -fPIC -O2 -o slow-sync.so slow-sync.c -ldl; LD_PRELOAD=slow-sync.so fivebar …

#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static void wait_a_little(void) {
    struct timespec pause = {0, 4000000};
    while (nanosleep(&pause, &pause) != 0) {
    }
}

int fsync(int descriptor) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    wait_a_little();
    return real(descriptor);
}

int fdatasync(int descriptor) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    wait_a_little();
    return real(descriptor);
}

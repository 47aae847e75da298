// Needed by the polling thread, but missing in Swift's Glibc module.
#include <sys/epoll.h>
#include <sys/eventfd.h>

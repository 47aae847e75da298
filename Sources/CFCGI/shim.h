#include <fastcgi.h>
#include <fcgiapp.h>
// What the polling thread needs and Swift's Glibc module leaves out.
#include <sys/epoll.h>
#include <sys/eventfd.h>

/* Writes down, in the order in which they happen, the calls by which a process changes files below one folder.

Preloaded (LD_PRELOAD). PISTE_CUTS_ROOT is the folder, PISTE_CUTS_LOG the file to write to, PISTE_CUTS_ACKS a file
whose writes are what the process has acknowledged. Each record is a line and, after it, its bytes:

    o FD 0 LEN    a file was opened: its path           n FD 0 LEN   the same, and it was made
    w FD AT LEN   bytes were written at an offset       t FD SIZE 0  a file was cut or grown to a size
    s FD 0 0      a file or a folder was synced         r LEN1 0 LEN a file was moved: both paths
    u 0 0 LEN     a name was removed: its path          a 0 0 LEN    something was acknowledged
    c FD 0 0      a file was closed

SQLite's index of its log (-shm) is mapped memory, is made anew after a cut, and is left out. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST 4096
#define REAL(kind, name, ...) \
    static kind (*real)(__VA_ARGS__); \
    if (!real) real = (kind (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static const char *root, *acks;
static int book = -1;
static char watched[MOST]; /* 0: not ours, 1: a file of the folder, 2: acknowledgements */

__attribute__((constructor)) static void begin(void) {
    const char *log = getenv("PISTE_CUTS_LOG");
    root = getenv("PISTE_CUTS_ROOT");
    acks = getenv("PISTE_CUTS_ACKS");
    if (log && root) book = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static void note(char kind, long one, long two, const void *first, size_t size, const void *second, size_t more) {
    char line[96];
    struct iovec parts[3];
    int saved = errno;
    int length = snprintf(line, sizeof line, "%c %ld %ld %zu\n", kind, one, two, size + more);
    parts[0].iov_base = line;
    parts[0].iov_len = (size_t)length;
    parts[1].iov_base = (void *)first;
    parts[1].iov_len = size;
    parts[2].iov_base = (void *)second;
    parts[2].iov_len = more;
    if (writev(book, parts, 3) < 0) abort();
    errno = saved;
}

static int below(const char *path) {
    size_t size = root ? strlen(root) : 0, length = strlen(path);
    if (!size || strncmp(path, root, size) || (path[size] && path[size] != '/')) return 0;
    return length < 4 || strcmp(path + length - 4, "-shm");
}

/* The whole path of a name, its folder resolved; the name itself need not be there. */
static const char *whole(int folder, const char *name, char *into) {
    char start[PATH_MAX] = "", *slash, parent[PATH_MAX], resolved[PATH_MAX];
    if (name[0] != '/') {
        char link[64];
        ssize_t size;
        if (folder == AT_FDCWD) {
            if (!getcwd(start, sizeof start)) start[0] = 0;
        } else {
            snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
            size = readlink(link, start, sizeof start - 1);
            start[size > 0 ? size : 0] = 0;
        }
        if (snprintf(parent, sizeof parent, "%s/%s", start, name) >= (int)sizeof parent) return "";
    } else if (snprintf(parent, sizeof parent, "%s", name) >= (int)sizeof parent) {
        return "";
    }
    slash = strrchr(parent, '/');
    *slash = 0;
    if (!realpath(*parent ? parent : "/", resolved)) return "";
    if (snprintf(into, PATH_MAX, "%s/%s", resolved, slash + 1) >= PATH_MAX) return "";
    return into;
}

static int ours(int fd) { return fd >= 0 && fd < MOST ? watched[fd] : 0; }

static int opened(int (*call)(int, const char *, int, mode_t), int folder, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX] = "";
    struct stat found;
    int fd, there;
    if (book < 0) return call(folder, name, flags, mode);
    pthread_mutex_lock(&turn);
    const char *full = whole(folder, name, path);
    there = !*full || lstat(full, &found) == 0;
    fd = call(folder, name, flags, mode);
    if (fd >= 0 && fd < MOST) {
        watched[fd] = acks && !strcmp(full, acks) ? 2 : (char)below(full);
        if (watched[fd] == 1) {
            note(there ? 'o' : 'n', fd, 0, full, strlen(full), "", 0);
            if (there && (flags & O_TRUNC)) note('t', fd, 0, "", 0, "", 0);
        }
    }
    pthread_mutex_unlock(&turn);
    return fd;
}

static int real_openat(int folder, const char *name, int flags, mode_t mode) {
    REAL(int, "openat", int, const char *, int, ...);
    return real(folder, name, flags, mode);
}

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | __O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }

int open(const char *name, int flags, ...) { MODE(flags) return opened(real_openat, AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { MODE(flags) return opened(real_openat, AT_FDCWD, name, flags, mode); }
int openat(int folder, const char *name, int flags, ...) { MODE(flags) return opened(real_openat, folder, name, flags, mode); }
int openat64(int folder, const char *name, int flags, ...) { MODE(flags) return opened(real_openat, folder, name, flags, mode); }
int creat(const char *name, mode_t mode) { return opened(real_openat, AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }

static void wrote(int fd, off_t at, const void *bytes, ssize_t size) {
    if (size > 0) note(watched[fd] == 2 ? 'a' : 'w', fd, (long)at, bytes, (size_t)size, "", 0);
}

ssize_t write(int fd, const void *bytes, size_t size) {
    REAL(ssize_t, "write", int, const void *, size_t);
    ssize_t done;
    off_t at;
    if (book < 0 || !ours(fd)) return real(fd, bytes, size);
    pthread_mutex_lock(&turn);
    at = lseek(fd, 0, fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
    done = real(fd, bytes, size);
    wrote(fd, at, bytes, done);
    pthread_mutex_unlock(&turn);
    return done;
}

static ssize_t written_at(const char *name, int fd, const void *bytes, size_t size, off_t at) {
    ssize_t (*real)(int, const void *, size_t, off_t) = (ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, name);
    ssize_t done;
    if (book < 0 || !ours(fd)) return real(fd, bytes, size, at);
    pthread_mutex_lock(&turn);
    done = real(fd, bytes, size, at);
    wrote(fd, at, bytes, done);
    pthread_mutex_unlock(&turn);
    return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { return written_at("pwrite", fd, bytes, size, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t size, off_t at) { return written_at("pwrite64", fd, bytes, size, at); }

static int cut(const char *name, int fd, off_t size) {
    int (*real)(int, off_t) = (int (*)(int, off_t))dlsym(RTLD_NEXT, name);
    int done;
    if (book < 0 || ours(fd) != 1) return real(fd, size);
    pthread_mutex_lock(&turn);
    done = real(fd, size);
    if (!done) note('t', fd, (long)size, "", 0, "", 0);
    pthread_mutex_unlock(&turn);
    return done;
}

int ftruncate(int fd, off_t size) { return cut("ftruncate", fd, size); }
int ftruncate64(int fd, off_t size) { return cut("ftruncate64", fd, size); }

static int synced(const char *name, int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    int done;
    if (book < 0 || ours(fd) != 1) return real(fd);
    pthread_mutex_lock(&turn);
    done = real(fd);
    if (!done) note('s', fd, 0, "", 0, "", 0);
    pthread_mutex_unlock(&turn);
    return done;
}

int fsync(int fd) { return synced("fsync", fd); }
int fdatasync(int fd) { return synced("fdatasync", fd); }

int close(int fd) {
    REAL(int, "close", int);
    int done, mine = book >= 0 && ours(fd);
    if (!mine) return real(fd);
    pthread_mutex_lock(&turn);
    if (watched[fd] == 1) note('c', fd, 0, "", 0, "", 0);
    watched[fd] = 0;
    done = real(fd);
    pthread_mutex_unlock(&turn);
    return done;
}

static int moved(int from_folder, const char *from, int to_folder, const char *to) {
    REAL(int, "renameat", int, const char *, int, const char *);
    char one[PATH_MAX] = "", other[PATH_MAX] = "";
    int done;
    if (book < 0) return real(from_folder, from, to_folder, to);
    pthread_mutex_lock(&turn);
    const char *old = whole(from_folder, from, one), *new = whole(to_folder, to, other);
    done = real(from_folder, from, to_folder, to);
    if (!done && (below(old) || below(new))) note('r', (long)strlen(old), 0, old, strlen(old), new, strlen(new));
    pthread_mutex_unlock(&turn);
    return done;
}

int rename(const char *from, const char *to) { return moved(AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int folder, const char *from, int other, const char *to) { return moved(folder, from, other, to); }

static int removed(int folder, const char *name, int flags) {
    REAL(int, "unlinkat", int, const char *, int);
    char path[PATH_MAX] = "";
    int done;
    if (book < 0) return real(folder, name, flags);
    pthread_mutex_lock(&turn);
    const char *full = whole(folder, name, path);
    done = real(folder, name, flags);
    if (!done && below(full) && !(flags & AT_REMOVEDIR)) note('u', 0, 0, full, strlen(full), "", 0);
    pthread_mutex_unlock(&turn);
    return done;
}

int unlink(const char *name) { return removed(AT_FDCWD, name, 0); }
int unlinkat(int folder, const char *name, int flags) { return removed(folder, name, flags); }

/* The probe's sequence of calls in C: BLKZEROOUT, fdatasync, pwrite, fdatasync in ABBA order. Prints the nanoseconds of
 * each call and each flush. usage: twin DEVICE BYTES ROUNDS */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void check(const char *what, long result) {
  if (result < 0) {
    perror(what);
    exit(1);
  }
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  long bytes = atol(argv[2]);
  int rounds = atoi(argv[3]);
  int fd = open(argv[1], O_RDWR | O_DIRECT | O_EXCL | O_CLOEXEC);
  check(argv[1], fd);
  void *zeros = NULL;
  check("posix_memalign", -posix_memalign(&zeros, 4096, bytes));
  for (long i = 0; i < bytes; i++) ((char *)zeros)[i] = 0;
  long long *times = malloc(sizeof(long long) * 4 * rounds);
  int n = 0;
  for (int round = 0; round < rounds; round++) {
    for (int half = 0; half < 2; half++) {
      long offset = (2L * round + half) % 32 * bytes;
      int zero = (round + half) % 2 == 0;
      long long start = now();
      if (zero) {
        uint64_t range[2] = {offset, bytes};
        check("ioctl", ioctl(fd, BLKZEROOUT, range));
      } else {
        check("pwrite", pwrite(fd, zeros, bytes, offset) == bytes ? 0 : -1);
      }
      long long called = now();
      check("fdatasync", fdatasync(fd));
      long long flushed = now();
      times[n++] = zero ? called - start : -(called - start);
      times[n++] = flushed - called;
    }
  }
  for (int i = 0; i < n; i += 2)
    printf("%s %lld\nflush %lld\n", times[i] > 0 ? "zeroout" : "write", llabs(times[i]), times[i + 1]);
  return 0;
}

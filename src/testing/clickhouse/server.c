#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>

/* Runs the ClickHouse inside libchdb.so like `clickhouse local`, with the arguments of this program. */
void *chdb_query_cmdline(int argc, char **argv);
const char *chdb_result_error(void *result);

/*
 * This build ends with "Terminate called for uncaught exception: Connection reset by peer" when another server resets an
 * idle connection, as it does after a statement that was cancelled. The end of the connection says the same, and is survived.
 */
ssize_t recv(int socket, void *buffer, size_t length, int flags) {
  static ssize_t (*receive)(int, void *, size_t, int);
  if (!receive) receive = (ssize_t(*)(int, void *, size_t, int))dlsym(RTLD_NEXT, "recv");
  ssize_t received = receive(socket, buffer, length, flags);
  return received < 0 && errno == ECONNRESET ? 0 : received;
}

int main(int argc, char **argv) {
  void *result = chdb_query_cmdline(argc, argv);
  const char *error = result ? chdb_result_error(result) : "ClickHouse did not start.";
  if (error) fprintf(stderr, "%s\n", error);
  return error ? 1 : 0;
}

#include <stdio.h>

/* Runs the ClickHouse inside libchdb.so like `clickhouse local`, with the arguments of this program. */
void *chdb_query_cmdline(int argc, char **argv);
const char *chdb_result_error(void *result);

int main(int argc, char **argv) {
  void *result = chdb_query_cmdline(argc, argv);
  const char *error = result ? chdb_result_error(result) : "ClickHouse did not start.";
  if (error) fprintf(stderr, "%s\n", error);
  return error ? 1 : 0;
}

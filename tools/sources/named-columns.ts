const SQL_TEMPLATE = /\bsql(?:<[^`]*?>)?`([^`]*)`/g;
const UNNAMED =
  /\binsert\s+into\s+[\w."]+\s+(?!\()\w+|\binsert\s+into\s+[\w."]+\s*\([^)]*\)\s*select\s+(?:[\w"]+\.)?\*/gi;

/**
 * The inserts of a file that do not name the columns they write and read. Such an insert fails, or writes null
 * instead of a default, as soon as a later migration adds a column while this version is still running.
 */
export function findUnnamedInserts(path: string, text: string): string[] {
  const parts = path.endsWith('.sql')
    ? [text]
    : Array.from(text.matchAll(SQL_TEMPLATE), ([, sql = '']) => sql);
  return parts.flatMap((sql) => sql.match(UNNAMED) ?? []);
}

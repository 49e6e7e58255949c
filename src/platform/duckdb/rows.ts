/**
 * Returns a relation of the rows in one parameter, which is JSON text of an array of objects. `columns` maps each member
 * to its type.
 */
export function jsonRows(parameter: number, columns: Readonly<Record<string, string>>): string {
  return `(select unnest(from_json($${parameter}, '${JSON.stringify([columns])}'), recursive := true))`;
}

/**
 * A relation of the rows that a statement gets as one parameter: JSON text of an array of objects. `columns` gives the
 * type of each member.
 */
export function jsonRows(parameter: number, columns: Readonly<Record<string, string>>): string {
  return `(select unnest(from_json($${parameter}, '${JSON.stringify([columns])}'), recursive := true))`;
}

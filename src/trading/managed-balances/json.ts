/** A value for a column of JSON, which keeps its type and its null. */
export const json = <T>(value: T) => (value === null ? null : JSON.stringify(value)) as T;

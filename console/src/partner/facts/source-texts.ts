const NAMES: Readonly<Record<string, string>> = {
  csv: 'CSV',
  json: 'JSON',
  ndjson: 'NDJSON',
  parquet: 'Parquet',
  select: 'Demo',
  xlsx: 'XLSX',
  void: 'Void',
  crediting: 'Crediting',
};

/** How the facts of a batch came: by a file of a format, or by a program. */
export const sourceName = (source: string): string => NAMES[source] ?? source;

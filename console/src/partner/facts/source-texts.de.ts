const NAMES: Readonly<Record<string, string>> = {
  csv: 'CSV',
  json: 'JSON',
  ndjson: 'NDJSON',
  parquet: 'Parquet',
  select: 'Demo',
  xlsx: 'XLSX',
  void: 'Storno',
  crediting: 'Gutschrift',
};

export const sourceName = (source: string): string => NAMES[source] ?? source;

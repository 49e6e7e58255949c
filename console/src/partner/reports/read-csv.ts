const QUOTE = 34;
const NEWLINE = 10;

/** Reads a file of the server to its end and counts its rows on the way. */
export async function readCsv(
  stream: ReadableStream<Uint8Array>,
  onRows: (rows: number) => void,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  // The first line has the names.
  let rows = -1;
  let isQuoted = false;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: 'text/csv;charset=utf-8' });
    for (const byte of value) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === NEWLINE && !isQuoted) rows += 1;
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
    onRows(Math.max(0, rows));
  }
}

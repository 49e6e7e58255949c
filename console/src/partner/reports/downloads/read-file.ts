const QUOTE = 34;
const NEWLINE = 10;

/** Reads a file of the server to its end. */
export async function readFile(
  stream: ReadableStream<Uint8Array>,
  type: string,
  onPart: (part: Uint8Array) => void,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type });
    parts.push(value as Uint8Array<ArrayBuffer>);
    onPart(value);
  }
}

/** Counts the rows of a CSV file, part by part. */
export function rowCounter(): (part: Uint8Array) => number {
  // The first line has the names.
  let rows = -1;
  let isQuoted = false;
  return (part) => {
    for (const byte of part) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === NEWLINE && !isQuoted) rows += 1;
    }
    return Math.max(0, rows);
  };
}

export function byteCounter(): (part: Uint8Array) => number {
  let bytes = 0;
  return (part) => (bytes += part.length);
}

import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from '../../../platform/duckdb/index.ts';
import type { Kind } from '../declare.ts';
import { checkedRows, type RawRows } from '../store/checks.ts';
import { quote } from '../store/tables.ts';
import { csvReader } from './csv.ts';
import { readLines, type Line } from './lines.ts';
import { ndjsonReader } from './ndjson.ts';
import { Records, type Fault, type LineReader } from './record.ts';
import type { Source } from './source.ts';

export interface Staging {
  readonly session: Session;
  readonly kind: Kind;
  /** Where the text goes on its way into the engine. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onRows: (rows: number) => void;
  /** Told of each line that could not even be read. */
  readonly onFaults: (line: number, faults: readonly Fault[]) => void;
  /** Told of each part as soon as it lies in `checked`. */
  readonly onStaged: (raw: RawRows) => Promise<void>;
}

type TextSource = Extract<Source, { bytes: unknown }>;

const SPACE = 32;
/** Enough for the engine to read a part with two threads. */
const PART_BYTES = 16 << 20;

/**
 * Reads text into the temporary table `checked`. The text goes through a file in parts: while the engine takes
 * in one part, the next one is read, and neither needs memory for more than a part.
 */
export async function stageText(staging: Staging, source: TextSource): Promise<void> {
  const { session, kind, folder } = staging;
  await session.run(`create temp table checked as ${checkedRows(kind, noRows(kind))}`);
  let loading: Promise<void> = Promise.resolve();
  let part: Part | undefined;
  try {
    for await (const records of readRecords(staging, source)) {
      part ??= await Part.create(folder);
      await part.write(records);
      if (part.bytes < PART_BYTES) continue;
      await loading;
      loading = load(staging, part);
      // Reading goes on meanwhile; the fault is met at the next await.
      loading.catch(() => {});
      part = undefined;
    }
    await loading;
    if (part) await load(staging, part);
    part = undefined;
  } finally {
    await loading.catch(() => {});
    await part?.remove();
  }
}

async function load({ session, kind, signal, onStaged }: Staging, part: Part): Promise<void> {
  try {
    await part.finish();
    const raw = textRows(kind, part.path);
    await session.run(`insert into checked ${checkedRows(kind, raw)}`, { signal });
    await onStaged(raw);
  } finally {
    await part.remove();
  }
}

async function* readRecords(
  { kind, onRows, onFaults }: Staging,
  { format, bytes }: TextSource,
): AsyncGenerator<Buffer, void, undefined> {
  let read: LineReader | undefined = format === 'ndjson' ? ndjsonReader(kind) : undefined;
  let count = 0;
  const records = new Records();
  const take = (line: Line): void => {
    count += 1;
    if (line === undefined) onFaults(count, [{ field: '', reason: 'is not valid UTF-8' }]);
    else if (read === undefined) read = csvReader(kind, line.toString());
    else if (!isBlank(line)) {
      const faults = records.add(count, line, read);
      if (faults) onFaults(count, faults);
    }
  };
  for await (const lines of readLines(bytes)) {
    for (const line of lines) {
      take(line);
      if (records.isFull) yield records.take();
    }
    onRows(count);
  }
  const last = records.take();
  if (last.length > 0) yield last;
}

const isBlank = (line: Buffer): boolean => line.every((byte) => byte <= SPACE);

class Part {
  readonly path: string;
  readonly #file: FileHandle;
  bytes = 0;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  static async create(folder: string): Promise<Part> {
    const path = join(folder, `${randomUUID()}.csv`);
    return new Part(path, await open(path, 'wx', 0o600));
  }

  async write(bytes: Buffer): Promise<void> {
    await this.#file.appendFile(bytes);
    this.bytes += bytes.length;
  }

  finish(): Promise<void> {
    return this.#file.close();
  }

  async remove(): Promise<void> {
    await this.#file.close();
    await rm(this.path, { force: true });
  }
}

const columnsOf = (kind: Kind) => new Map(Object.keys(kind.fields).map((name) => [name, 'VARCHAR']));

function textRows(kind: Kind, path: string): RawRows {
  const columns = columnsOf(kind);
  const types = [...columns].map(([name, type]) => `${name}: '${type}'`);
  return {
    columns,
    relation:
      `read_csv(${quote(path)}, columns = {line: 'BIGINT', ${types.join(', ')}}, auto_detect = false, ` +
      `header = false, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false)`,
  };
}

function noRows(kind: Kind): RawRows {
  const columns = columnsOf(kind);
  const nulls = [...columns].map(([name, type]) => `null::${type} as ${name}`);
  return { columns, relation: `(select 0::bigint as line, ${nulls.join(', ')} where false)` };
}

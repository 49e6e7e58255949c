import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../../../kernel/index.ts';
import type { Session } from '../../../../platform/duckdb/index.ts';
import type { Kind } from '../../kinds/index.ts';
import { checkedRows, type RawRows } from '../checks.ts';
import { quote } from '../../store/index.ts';
import { csvReader, hasOddQuotes } from './csv.ts';
import { MAX_LINE_BYTES, readLines, tooLong, type Line } from './lines.ts';
import { ndjsonReader } from './ndjson.ts';
import { Records, type Fault, type LineReader } from './line-records.ts';
import type { Source } from './source.ts';

export interface Staging {
  readonly session: Session;
  readonly kind: Kind;
  /** For the temporary files that the engine loads. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onRows: (rows: number) => void;
  /** Called for each line that cannot be parsed. */
  readonly onFaults: (line: number, faults: readonly Fault[]) => void;
  /** Called for each part once it is in `checked`. */
  readonly onStaged: (raw: RawRows) => Promise<void>;
  /** Whether any line so far has a fault. */
  readonly hasFaults: () => boolean;
  /** Reading stops once it returns true. */
  readonly isEnough: () => boolean;
}

type TextSource = Extract<Source, { bytes: unknown }>;

const SPACE = 32;
const NEWLINE = Buffer.from('\n');
/** Enough for the engine to load a part with two threads. */
const PART_BYTES = 16 << 20;
/** The engine finds faults part by part. Parts grow while there are none, so that little is read after the first faults. */
const [FIRST_PART_LINES, PART_LINES] = [2_000, 100_000];

/**
 * Reads text into the temporary table `checked` and returns the last line read if it stopped before the end. The text
 * goes through files in parts: the engine loads one part while the next one is read, and memory holds no more than a
 * part.
 */
export async function stageText(staging: Staging, source: TextSource): Promise<number | undefined> {
  const { session, kind, folder } = staging;
  await session.run(`create temp table checked as ${checkedRows(kind, noRows(kind))}`);
  const reader = new RecordReader(staging, source);
  let loading: Promise<void> = Promise.resolve();
  let part: Part | undefined;
  let loaded = 0;
  let partLines = FIRST_PART_LINES;
  try {
    for await (const records of reader.read()) {
      part ??= await Part.create(folder);
      await part.write(records);
      if (part.bytes < PART_BYTES && reader.lines - loaded < partLines) continue;
      await loading;
      partLines = staging.hasFaults() ? FIRST_PART_LINES : Math.min(partLines * 2, PART_LINES);
      loading = load(staging, part);
      // Reading goes on meanwhile; the next await throws the error.
      loading.catch(() => {});
      part = undefined;
      loaded = reader.lines;
    }
    await loading;
    if (part) await load(staging, part);
    part = undefined;
    return reader.stoppedAfter;
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

class RecordReader {
  readonly #staging: Staging;
  readonly #source: TextSource;
  readonly #records = new Records();
  #readLine: LineReader | undefined;
  /** The lines of a CSV record whose quoted cell has not ended yet. */
  #open: { readonly first: number; readonly lines: Buffer[]; bytes: number } | undefined;
  lines = 0;
  stoppedAfter: number | undefined;

  constructor(staging: Staging, source: TextSource) {
    this.#staging = staging;
    this.#source = source;
    if (source.format === 'ndjson') this.#readLine = ndjsonReader(staging.kind);
  }

  async *read(): AsyncGenerator<Buffer, void, undefined> {
    const { signal, onRows, isEnough } = this.#staging;
    for await (const lines of readLines(this.#source.bytes)) {
      signal.throwIfAborted();
      for (const line of lines) {
        if (isEnough()) {
          this.stoppedAfter = this.lines;
          break;
        }
        this.#add(line);
        if (this.#records.isFull || this.#records.count >= FIRST_PART_LINES) yield this.#records.take();
      }
      onRows(this.lines);
      if (this.stoppedAfter !== undefined) break;
    }
    if (this.#open && this.stoppedAfter === undefined)
      this.#addRecord(this.#open.first, joined(this.#open.lines));
    const last = this.#records.take();
    if (last.length > 0) yield last;
  }

  #add(line: Line): void {
    const { onFaults } = this.#staging;
    this.lines += 1;
    if (this.lines > (this.#source.maxLines ?? Infinity)) {
      throw new Problem('payload_too_large', `A batch has at most ${this.#source.maxLines} lines.`);
    }
    if (line === undefined) return onFaults(this.lines, [{ field: '', reason: 'is not valid UTF-8' }]);
    if (this.#source.format === 'ndjson') return this.#addRecord(this.lines, line);
    const isOdd = hasOddQuotes(line);
    if (!this.#open && !isOdd) return this.#addRecord(this.lines, line);
    const isEnd = this.#open !== undefined && isOdd;
    this.#open ??= { first: this.lines, lines: [], bytes: 0 };
    const { first, lines } = this.#open;
    this.#open.bytes += line.length + NEWLINE.length;
    if (this.#open.bytes > MAX_LINE_BYTES) throw tooLong(first);
    // A copy, because the bytes of a line are valid until the next block is read.
    lines.push(Buffer.from(line));
    if (!isEnd) return;
    this.#open = undefined;
    this.#addRecord(first, joined(lines));
  }

  #addRecord(number: number, bytes: Buffer): void {
    const { kind, onFaults } = this.#staging;
    if (this.#readLine === undefined) {
      this.#readLine = csvReader(kind, bytes.toString(), this.#source.tableFormat ?? {});
    } else if (!isBlank(bytes)) {
      const faults = this.#records.add(number, bytes, this.#readLine);
      if (faults) onFaults(number, faults);
    }
  }
}

const joined = (lines: readonly Buffer[]): Buffer =>
  Buffer.concat(lines.flatMap((line, index) => (index === 0 ? [line] : [NEWLINE, line])));

const isBlank = (line: Buffer): boolean =>
  (line[0] ?? SPACE) <= SPACE && line.toString('latin1').trim() === '';

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

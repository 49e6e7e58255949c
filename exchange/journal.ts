import { closeSync, fdatasync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';

/** An append-only file of JSON lines, each with its checksum. */
export interface Journal {
  /** Writes the entry to the operating system: from then on it survives the death of this process. */
  append(entry: unknown): void;
  /** Resolves when everything appended so far is on the disk. Callers at one time share one sync. */
  durable(): Promise<void>;
  /** Empties the journal, once a snapshot contains its entries. */
  empty(): void;
  close(): void;
}

/** Opens a journal and reads it. A last line truncated by a crash is dropped. */
export function openJournal(path: string): { journal: Journal; entries: unknown[] } {
  const fd = openSync(path, 'a+');
  const { entries, intactBytes } = readEntries(path);
  ftruncateSync(fd, intactBytes);
  return { journal: journalOn(fd), entries };
}

const syncData = promisify(fdatasync);

function journalOn(fd: number): Journal {
  let appended = 0;
  let syncing = 0;
  let synced = 0;
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  // A failed sync stays the current one: the content of the disk is unknown, so nothing is answered any more.
  async function sync(): Promise<void> {
    syncing = appended;
    await syncData(fd);
    synced = syncing;
    current = undefined;
  }

  return {
    append(entry) {
      appended += 1;
      writeLine(fd, JSON.stringify(entry));
    },
    durable() {
      if (synced === appended) return Promise.resolve();
      if (!current) return (current = sync());
      if (syncing === appended) return current;
      next ??= current.then(() => {
        next = undefined;
        return (current = sync());
      });
      return next;
    },
    empty() {
      ftruncateSync(fd, 0);
      fsyncSync(fd);
    },
    close() {
      closeSync(fd);
    },
  };
}

function writeLine(fd: number, json: string): void {
  const line = Buffer.from(`${checksum(json)} ${json}\n`);
  if (writeSync(fd, line) !== line.length)
    throw new Error('A line of the journal was not completely written.');
}

const checksum = (json: string): string => crc32(json).toString(16).padStart(8, '0');

function readEntries(path: string): { entries: unknown[]; intactBytes: number } {
  const bytes = readFileSync(path);
  const entries: unknown[] = [];
  let start = 0;
  for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', start)) {
    const line = bytes.toString('utf8', start, end);
    const json = line.slice(9);
    if (line.slice(0, 8) !== checksum(json)) {
      if (end === bytes.length - 1) break;
      throw new Error(
        `${path} is damaged at byte ${start}: restore it from a copy, or delete it to start over.`,
      );
    }
    entries.push(JSON.parse(json));
    start = end + 1;
  }
  return { entries, intactBytes: start };
}

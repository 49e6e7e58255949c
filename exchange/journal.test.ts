import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from './journal.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'journal-'));
  path = join(directory, 'journal.ndjson');
});
afterEach(() => rmSync(directory, { recursive: true }));

const ENTRIES = [{ verb: 'tick' }, { verb: 'withdraw', text: 'Ωμέγα\n' }, { verb: 'cancel' }];

function write(): void {
  const { journal } = openJournal(path);
  for (const entry of ENTRIES) journal.append(entry);
  journal.close();
}

function read(): unknown[] {
  const { journal, entries } = openJournal(path);
  journal.close();
  return entries;
}

describe('the journal', () => {
  it('returns what was appended, in order, and continues after it', () => {
    write();
    write();
    expect(read()).toEqual([...ENTRIES, ...ENTRIES]);
  });

  it('drops a line that a crash cut off, at whatever byte, and keeps every line before it', () => {
    write();
    const whole = readFileSync(path);
    const lineEnds = [...whole.keys()]
      .filter((index) => whole[index] === '\n'.charCodeAt(0))
      .map((index) => index + 1);
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(path, whole);
      truncateSync(path, length);
      const intact = lineEnds.filter((end) => end <= length).length;
      expect(read()).toEqual(ENTRIES.slice(0, intact));
      write();
      expect(read()).toEqual([...ENTRIES.slice(0, intact), ...ENTRIES]);
    }
  });

  it('drops a last line that is whole but wrong', () => {
    write();
    appendFileSync(path, '00000000 {"verb":"withdraw"}\n');
    expect(read()).toEqual(ENTRIES);
  });

  it('does not start on a file that is damaged before its end', () => {
    write();
    const whole = readFileSync(path);
    whole.writeUInt8(whole.readUInt8(20) ^ 1, 20);
    writeFileSync(path, whole);
    expect(read).toThrow(/damaged at byte 0/);
  });

  it('is durable once everything appended before the question is on the disk', async () => {
    const { journal } = openJournal(path);
    const answers = ENTRIES.map((entry) => {
      journal.append(entry);
      return journal.durable();
    });
    await expect(Promise.all(answers)).resolves.toHaveLength(ENTRIES.length);
    journal.close();
    expect(read()).toEqual(ENTRIES);
  });

  it('stays failed once the disk has failed', async () => {
    const { journal } = openJournal(path);
    journal.append(ENTRIES[0]);
    journal.close();
    await expect(journal.durable()).rejects.toThrow(/EBADF/);
    await expect(journal.durable()).rejects.toThrow(/EBADF/);
  });
});

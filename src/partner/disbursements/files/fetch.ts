import { Readable } from 'node:stream';
import { Problem, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db, Tx } from '../../../platform/postgres/index.ts';
import { creditInvoices } from '../documents/index.ts';
import type { File } from './schema.ts';
import { lockFile, moveLines, selectFileLines, selectPart, updateFile, type ListedFile } from './store.ts';
import { toFile } from './to-file.ts';

interface State {
  readonly file: ListedFile;
  readonly numbers: readonly number[];
}

async function lock(
  tx: Tx,
  { number }: { readonly number: number },
  { actor }: Context<Db>,
): Promise<State | undefined> {
  const file: ListedFile | undefined = await lockFile(tx, actor.tenant, number).executeTakeFirst();
  if (!file) return undefined;
  const lines = await selectFileLines(tx, number).execute();
  return { file, numbers: lines.map((line) => line.number) };
}

/** The bytes of a file; each time is in the audit log. From the first time on its disbursements count as sent. */
export async function fetchFile(
  context: Context<Db>,
  number: number,
): Promise<{ file: File; content: Readable }> {
  const { result } = await run(context, fetch, { number });
  return { file: result, content: Readable.from(partsOf(context.db, number), { objectMode: false }) };
}

async function* partsOf(db: Db, number: number): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const found = await selectPart(db, number, part).executeTakeFirst();
    if (!found) return;
    yield found.content;
  }
}

const fetch = command({
  name: 'disbursement-file.fetch',
  scope: 'disbursements:manage',
  lock,
  decide({ file }: State, _input: { readonly number: number }, { now }) {
    if (file.unsealed_at) throw new Problem('invalid_transition', 'The file was unsealed; make another one.');
    return {
      change: { file, now },
      audit: {
        subject: String(file.number),
        details: { bank: file.bank, sha256: file.sha256, isFirst: file.fetched_at === null },
      },
    };
  },
  async write(tx, { file, now }) {
    if (file.fetched_at) return toFile(file);
    await moveLines(tx, file.number, 'SEALED', { status: 'SENT', updated_at: now }).execute();
    const made = await updateFile(tx, file.number, { fetched_at: now }).executeTakeFirst();
    return made && toFile(made);
  },
});

/** Takes back a file that nobody has fetched: its disbursements are approved and wait for another file. */
export async function unsealFile(context: Context<Db>, number: number): Promise<File> {
  return (await run(context, unseal, { number })).result;
}

const unseal = command({
  name: 'disbursement-file.unseal',
  scope: 'disbursements:manage',
  lock,
  decide({ file, numbers }: State, _input: { readonly number: number }, { now }) {
    if (file.fetched_at)
      throw new Problem('invalid_transition', 'The file was fetched, so the bank may have it.');
    if (file.unsealed_at) throw new Problem('invalid_transition', 'The file was unsealed before.');
    return {
      change: { file, numbers, now },
      audit: { subject: String(file.number), details: { bank: file.bank, disbursements: [...numbers] } },
    };
  },
  async write(tx, { file, numbers, now }, { actor }) {
    const change = { status: 'APPROVED', file_number: null, updated_at: now } as const;
    await moveLines(tx, file.number, 'SEALED', change).execute();
    const unpaid = numbers.map((number) => ({ number }));
    await creditInvoices(tx, actor.tenant, unpaid, { reason: 'The payment was not sent.', at: now });
    const made = await updateFile(tx, file.number, { unsealed_at: now }).executeTakeFirst();
    return made && toFile(made);
  },
});

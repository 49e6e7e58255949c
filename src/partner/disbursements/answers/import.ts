import { sha256, type Context } from '../../../kernel/index.ts';
import { ownActs } from '../../../platform/auth/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { bankNamed, numberOf, type BankProfile } from '../files/index.ts';
import { settle, type Outcome } from '../settle.ts';
import { lockDisbursements, updateDisbursements } from '../store.ts';
import { interpret, type Known, type Verdict } from './interpret.ts';
import { readAnswer, type Record, type StatusRecord } from './read.ts';
import type { Answer } from './schema.ts';
import {
  insertAnswer,
  insertLines,
  lockKnown,
  lockWaiting,
  selectAnswer,
  selectKeys,
  takeAnswerNumber,
  updateLine,
  type AnswerRow,
  type NewLine,
  type WaitingLine,
} from './store.ts';

interface Importing {
  readonly bank: BankProfile;
  readonly hash: Buffer;
  readonly records: readonly Record[];
}

interface State {
  readonly number: string;
  readonly known: readonly Known[];
  /** What other files have said before. */
  readonly seen: ReadonlySet<string>;
  /** Returns of other files that came before their payments. */
  readonly waiting: readonly WaitingLine[];
}

/** Reads what a bank sent back, and moves the disbursements that it names. The same file again changes nothing. */
export async function importAnswer(
  context: Context<Db>,
  banks: readonly BankProfile[],
  code: string,
  content: Buffer,
): Promise<Answer> {
  const bank = bankNamed(banks, code);
  const hash = sha256(content);
  const former = await selectAnswer(context.db, context.actor.tenant, hash).executeTakeFirst();
  if (former) return toAnswer(former);
  return (await run(context, take, { bank, hash, records: readAnswer(content) })).result;
}

const toAnswer = ({ tenant: _tenant, ...row }: AnswerRow): Answer => ({
  ...row,
  number: Number(row.number),
  sha256: row.sha256.toString('hex'),
  imported_at: row.imported_at.toISOString(),
});

const take = command({
  name: 'disbursement-answer.import',
  scope: 'disbursements:manage',
  async lock(tx, { records }: Importing, { actor: { id, tenant }, clock }): Promise<State> {
    const numbers = records.flatMap(({ lineId }) => numberOf(lineId ?? '') ?? []);
    const messages = records.flatMap((record) =>
      record.kind === 'status'
        ? [record.messageId]
        : record.batchId === undefined
          ? []
          : [record.batchId, record.batchId.replace(/-1$/, '')],
    );
    const lines = await lockKnown(tx, tenant, numbers, messages).execute();
    const isOwn = await ownActs(tx, lines.map(approvalOf), { by: id, at: clock.now() });
    const known = lines.map((line) => ({ ...line, isOwn: isOwn(approvalOf(line)) }));
    const keys = await selectKeys(
      tx,
      tenant,
      records.map(({ key }) => key),
    ).execute();
    const waiting: WaitingLine[] = await lockWaiting(
      tx,
      known.map((line) => line.number),
    ).execute();
    const { number } = await takeAnswerNumber(tx).executeTakeFirstOrThrow();
    return { number, known, seen: new Set(keys.map(({ key }) => key)), waiting };
  },
  approves: (_state: State, { bank, hash }) => ({ bank: bank.code, sha256: hash.toString('hex') }),
  decide({ number, known, seen, waiting }: State, { bank, hash, records }, { actor, now }) {
    const { lines, present, changes, counts } = interpretAll(records, known, seen, bank);
    const matched = matchWaiting(waiting, present, bank);
    const answer: AnswerRow = {
      number,
      tenant: actor.tenant,
      bank: bank.code,
      sha256: hash,
      ...counts,
      imported_by: actor.id,
      imported_at: now,
    };
    return {
      change: { answer, lines, changes, matched },
      audit: {
        subject: number,
        details: {
          bank: bank.code,
          sha256: hash.toString('hex'),
          ...counts,
          matched: matched.map(({ id }) => id),
        },
      },
    };
  },
  async write(tx, { answer, lines, changes, matched }): Promise<Answer | undefined> {
    const made = await insertAnswer(tx, answer).executeTakeFirst();
    if (!made) return undefined;
    await insertLines(tx, answer.tenant, answer.number, lines).execute();
    const at = answer.imported_at;
    for (const { numbers, change } of changes) {
      if (change === 'ACCEPTED') {
        await updateDisbursements(tx, numbers, 'SENT', { status: 'ACCEPTED', updated_at: at }).execute();
        continue;
      }
      const rows = await lockDisbursements(tx, answer.tenant, numbers).execute();
      const act = { by: answer.imported_by, at };
      for (const row of rows) if (!(await settle(tx, row, change, act))) return undefined;
    }
    for (const { id, number, change, by } of matched) {
      const [row] = await lockDisbursements(tx, answer.tenant, [number]).execute();
      if (!row || !(await settle(tx, row, change, { by, at }))) return undefined;
      await updateLine(tx, id, { outcome: 'APPLIED', reason: null }).execute();
    }
    return toAnswer(made);
  },
});

interface Approved {
  readonly approved_by: string;
  readonly approved_at: Date;
}

const approvalOf = ({ approved_by: by, approved_at: at }: Approved) => ({ by, at });

interface Change {
  readonly numbers: readonly number[];
  readonly change: Outcome | 'ACCEPTED';
}

/** Each record is interpreted upon what those before it have changed. */
function interpretAll(
  records: readonly Record[],
  known: readonly Known[],
  before: ReadonlySet<string>,
  bank: BankProfile,
) {
  const present = new Map(known.map((line) => [line.number, line]));
  const seen = new Set(before);
  const lines: NewLine[] = [];
  const changes: Change[] = [];
  const counts = { applied: 0, noted: 0, unmatched: 0, ignored: 0 };
  const isSaidBelow = readLevels(records);
  for (const record of records.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    const verdict: Verdict = seen.has(record.key)
      ? { outcome: 'IGNORED' }
      : interpret(record, [...relevant(record, present)], bank, isSaidBelow);
    seen.add(record.key);
    switch (verdict.outcome) {
      case 'IGNORED':
        counts.ignored += 1;
        continue;
      case 'APPLIED': {
        const { numbers, change } = verdict;
        changes.push({ numbers, change });
        for (const number of numbers) {
          const line = present.get(number);
          const status = change === 'ACCEPTED' ? change : change.outcome;
          if (line) present.set(number, { ...line, status });
        }
        counts.applied += 1;
        lines.push(lineOf(record, 'APPLIED', numbers.length === 1 ? numbers[0] : undefined));
        continue;
      }
      case 'NOTED':
        counts.noted += 1;
        lines.push(lineOf(record, 'NOTED', verdict.number));
        continue;
      case 'UNMATCHED':
      case 'WAITING':
        counts.unmatched += 1;
        lines.push(lineOf(record, verdict.outcome, verdict.number, verdict.reason));
    }
  }
  return { lines, present, changes, counts };
}

/** Records about one payment come before those about a whole file, and returns after payments. */
function turnOf(record: Record): number {
  if (record.kind === 'booking') return record.isReturn ? 1 : 0;
  return ['payment', 'payments', 'file'].indexOf(record.level);
}

/** Whether the message has a more specific record about a payment than the given one. */
function readLevels(records: readonly Record[]): (record: StatusRecord, number: number) => boolean {
  const lines = new Map<string, Set<number>>();
  const files = new Set<string>();
  for (const record of records) {
    if (record.kind !== 'status') continue;
    const { level, messageId, lineId } = record;
    if (level === 'payments') files.add(messageId);
    const number = lineId === undefined ? undefined : numberOf(lineId);
    if (number !== undefined) lines.set(messageId, (lines.get(messageId) ?? new Set()).add(number));
  }
  return ({ level, messageId }, number) =>
    (level === 'file' && files.has(messageId)) ||
    (level !== 'payment' && lines.get(messageId)?.has(number) === true);
}

interface Matched {
  readonly id: string;
  readonly number: number;
  readonly change: Outcome;
  /** Who imported the return. */
  readonly by: string;
}

/** Returns that came before their payments, and whose payments are there now. */
function matchWaiting(
  waiting: readonly WaitingLine[],
  present: ReadonlyMap<number, Known>,
  bank: BankProfile,
): Matched[] {
  const matched: Matched[] = [];
  const done = new Set<number>();
  for (const { id, disbursement_number: number, details, imported_by: by } of waiting) {
    const line = present.get(number);
    if (line?.status !== 'PAID' || done.has(number)) continue;
    // Who approved the payment was compared with who imported its return.
    const verdict = interpret(details, [{ ...line, isOwn: false }], bank, () => false);
    if (verdict.outcome !== 'APPLIED' || verdict.change === 'ACCEPTED') continue;
    done.add(number);
    matched.push({ id, number, change: verdict.change, by });
  }
  return matched;
}

/** One line, where a record names one: a long statement would take long if each looked at all. */
function relevant(record: Record, present: ReadonlyMap<number, Known>): Iterable<Known> {
  const number = record.lineId === undefined ? undefined : numberOf(record.lineId);
  const line = number === undefined ? undefined : present.get(number);
  if (line) return [line];
  return record.lineId === undefined ? present.values() : [];
}

const lineOf = (
  record: Record,
  outcome: NewLine['outcome'],
  number: number | undefined,
  reason: string | null = null,
): NewLine => ({
  key: record.key,
  outcome,
  disbursement_number: number ?? null,
  details: record,
  reason,
});

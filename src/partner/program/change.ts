import { Problem } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { appendWithin, checkNext, lockLog, type Batch, type LogHead } from '../facts/log/index.ts';
import { asBody, ingest, refusal, rowsSource } from '../facts/intake/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { readPartner } from './partners/index.ts';
import type { Fact } from './proposals/index.ts';

export interface Change {
  readonly kind: string;
  readonly fact: Fact;
  /** Refuses to replace a fact, or to add one. */
  readonly expects: 'new' | 'known';
  /** Refuses to change these fields with a `conflict`. */
  readonly keeps?: readonly string[] | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Sends one fact of the program as a batch of the log. */
export async function changeProgram(
  context: FactsContext,
  change: Change,
  append = CHANGE_OF_MANAGER,
): Promise<void> {
  const { kind, fact, expects, keeps, idempotencyKey } = change;
  const summary = await ingest(context, {
    kind,
    source: rowsSource([fact]),
    expects,
    keeps,
    idempotencyKey,
    append: async (batch) => (await run(context, append, { batch, fact })).result,
  });
  if (summary.refused > 0) throw refusal(summary, asBody);
}

const MAX_ATTEMPTS = 5;

/** Changes fields of a partner. The others stay as they are then, also where somebody has just changed them. */
export async function changePartner(
  context: FactsContext,
  partnerUid: string,
  { given, idempotencyKey }: { readonly given: Fact; readonly idempotencyKey: string | undefined },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const known = await readPartner(context, partnerUid);
    const keeps = Object.keys(known).filter(
      (field) => field !== 'partner_uid' && !Object.hasOwn(given, field),
    );
    const fact = { ...known, ...given };
    try {
      await changeProgram(context, { kind: 'partners', fact, expects: 'known', keeps, idempotencyKey });
      return;
    } catch (error) {
      const isChanged = error instanceof Problem && error.code === 'conflict';
      if (!isChanged || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

interface ChangeInput {
  readonly batch: Batch;
  readonly fact: Fact;
}

const appendChange = (name: `${string}.${string}`, scope: string) =>
  command({
    name,
    scope,
    lock: lockLog,
    decide(head: LogHead, { batch, fact }: ChangeInput, { now }) {
      checkNext(head, batch);
      return {
        change: { batch, now },
        audit: { subject: String(batch.number), details: { kind: batch.kind, fact } },
      };
    },
    write: (tx, { batch, now }, { actor }) => appendWithin(tx, batch, { actor, now }),
  });

const CHANGE_OF_MANAGER = appendChange('program.change', 'program:edit');
export const LINK_OF_PARTNER = appendChange('link.create', 'links:edit');

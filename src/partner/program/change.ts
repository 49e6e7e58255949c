import { command, run } from '../../platform/commands/index.ts';
import { appendWithin, checkNext, lockLog, type Batch, type LogHead } from '../facts/log/index.ts';
import { asBody, ingest, refusal, rowsSource } from '../facts/intake/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import type { Fact } from './proposals/index.ts';

export interface Change {
  readonly kind: string;
  readonly fact: Fact;
  /** Refuses to replace a fact, or to add one. */
  readonly expects: 'new' | 'known';
  readonly idempotencyKey?: string | undefined;
}

/** Sends one fact of the program as a batch of the log. */
export async function changeProgram(
  context: FactsContext,
  change: Change,
  append = CHANGE_OF_MANAGER,
): Promise<void> {
  const { kind, fact, expects, idempotencyKey } = change;
  const summary = await ingest(context, {
    kind,
    source: rowsSource([fact]),
    expects,
    idempotencyKey,
    append: async (batch) => (await run(context, append, { batch, fact })).result,
  });
  if (summary.refused > 0) throw refusal(summary, asBody);
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

import type { Session } from '../../platform/duckdb/index.ts';
import { requireHead, type FactsChange, type FactsContext, type NewBatch } from '../facts/handle/index.ts';
import type { Draft, Drafting, Head } from './draft.ts';
import { pay } from './pay.ts';
import { selectHead } from './store.ts';
import { insertPayoutRows } from './tables.ts';

interface Drafted {
  readonly drafts: readonly Draft[];
  /** The statement that marks the days as credited. */
  readonly settle: string;
}

/** Drafts the payouts after `head`. */
export type DraftPayouts = (drafting: Drafting, head: Head) => Promise<Drafted>;

/** Drafts payouts and makes each a batch of the log. Answers whether all of them are made. */
export function payingOut(
  context: FactsContext,
  draft: DraftPayouts,
  onPayout: (draft: Draft) => void,
): FactsChange<Drafted, boolean> {
  const { db, facts, clock, signal } = context;
  return {
    async stage(session) {
      const head = await selectHead(db).executeTakeFirstOrThrow();
      return session.transaction(async () => {
        const applied = await requireHead(facts, session);
        return draft({ session, signal, at: clock.now(), facts: applied }, head);
      });
    },
    async decide(session, { drafts, settle }) {
      if (drafts.length === 0 && settle !== '') await session.transaction(() => session.run(settle));
      return {
        batches: drafts.map((each) => batchOf(context, session, each, settle, onPayout)),
        answer: (appended) => appended.length === drafts.length,
      };
    },
  };
}

function batchOf(
  context: FactsContext,
  session: Session,
  draft: Draft,
  settle: string,
  onPayout: (draft: Draft) => void,
): NewBatch {
  const kind = draft.kind === 'progress' ? 'progress-rewards' : 'credited-rewards';
  return {
    kind,
    source: 'crediting',
    accepted: draft.rowCount,
    repeated: 0,
    replaced: 0,
    withdrawn: 0,
    rows: `from ${draft.table}`,
    write: async () => void (await session.run(`${insertPayoutRows(kind, draft.table)}; ${settle}`)),
    append: (batch) => pay(context, draft, batch),
    onAppended: () => onPayout(draft),
  };
}

import type { Session } from '../../../platform/duckdb/index.ts';
import { tryFacts, type FactsContext } from '../handle/index.ts';
import { tableOf, type Kind, kindNamed, requireKind } from '../kinds/index.ts';
import { NOTHING } from './ingest.ts';
import { validate, readRefused } from './validate.ts';
import { refusal, type PlaceOf } from './refusal.ts';
import { rowsSource } from './source/source.ts';
import { stage } from './stage.ts';
import { rowSql, batchSql, SENT_IN } from '../store/index.ts';

/** Refuses facts that could not be sent now. */
export async function checkFacts(
  context: FactsContext,
  kindName: string,
  rows: readonly object[],
  placeOf: PlaceOf,
): Promise<void> {
  await tryFacts(context, staging(context, requireKind(kindName), rows, placeOf), async () => {});
}

interface Draft {
  readonly kind: string;
  readonly rows: readonly object[];
  readonly placeOf: PlaceOf;
  /** Of the rows whose derived columns the draft may change, those that matter; for kinds that change none, any. */
  readonly derived?: string;
  /** What is drafted instead of the rows. Without it, the rows replace the stored ones with the same keys. */
  readonly instead?: {
    /** Selects facts from the rows, which are in `batch`. */
    readonly facts: string;
    /** The fields by which stored facts give way. */
    readonly by: readonly string[];
  };
}

/**
 * Runs work in a session of its own in which, from the call of `use` on, draft facts are in the place of stored ones, and
 * everything that is derived from them is computed again. Nothing is stored.
 */
export async function withDraft<T>(
  context: FactsContext,
  { kind: name, rows, placeOf, derived = 'true', instead }: Draft,
  work: (session: Session, use: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { facts, signal } = context;
  const kind = kindNamed(name);
  return tryFacts(context, staging(context, kind, rows, placeOf), async (session) => {
    const [own] = await session.query<{ name: string }>('select current_database() as name');
    return work(session, () => use(session, (table) => `"${own?.name ?? ''}".main.${table}`));
  });

  /** Temporary tables hide the stored ones of the same name. */
  async function use(session: Session, stored: (table: string) => string): Promise<void> {
    const table = tableOf(kind.name);
    const fields = rowSql.fieldNames(kind).join(', ');
    const { facts: drafted, by } = instead ?? { facts: 'from batch', by: kind.key };
    const rows = `(
      with draft as materialized (${drafted})
      select ${fields}, ${SENT_IN} from ${stored(table)} known
      where not exists (select 1 from draft where ${by.map((field) => `draft.${field} = known.${field}`).join(' and ')})
      union all by name
      select ${fields}, null as ${SENT_IN} from draft
    )`;
    await session.run(`create temp table ${table} as ${rowSql.enrich(kind, rows, undefined)}`);
    for (const derivation of facts.schema.derivations) {
      if (derivation.affected(kind.name) === undefined) continue;
      const changed = kindNamed(derivation.kind);
      const source = `(select ${[...rowSql.fieldNames(changed), SENT_IN].join(', ')} from ${stored(tableOf(changed.name))} where ${derived})`;
      const columns = rowSql.allColumns(changed, derivation).join(', ');
      await session.run(
        `${derivation.prepare(source)};
        create temp table ${tableOf(changed.name)} as select ${columns} from (${derivation.enrich(source)})`,
        { signal },
      );
    }
  }
}

const staging =
  (context: FactsContext, kind: Kind, rows: readonly object[], placeOf: PlaceOf) =>
  async (session: Session): Promise<void> => {
    await session.run(`${batchSql.CREATE_WORK_TABLES}; ${batchSql.NO_WITHDRAWAL}`);
    const staged = await stage(context, session, kind, { source: rowsSource(rows) });
    await validate(context, session, kind);
    const found = await readRefused(session, kind);
    const refused = staged.lines + found.lines;
    const errors = [...staged.errors, ...found.errors];
    if (refused > 0) throw refusal({ ...NOTHING, refused, errors }, placeOf);
  };

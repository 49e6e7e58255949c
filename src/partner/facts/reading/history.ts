import { kindNamed } from '../kinds/index.ts';
import { readBatches } from './list-batches.ts';
import { shownColumns } from './list-rows.ts';
import { withFiles, downloadAll, logStore } from '../log/index.ts';
import { columnType, selectFacts } from '../store/index.ts';
import type { FactsContext } from '../handle/index.ts';

/** What a batch made of a fact. */
export interface Version {
  readonly batch: number;
  /** Whether the batch withdrew it. */
  readonly withdrawn: boolean;
  readonly source: string;
  readonly actor: string;
  readonly created_at: string;
  readonly fact: Readonly<Record<string, string | number | boolean | null>>;
}

interface HistoryInput {
  readonly kind: string;
  /** The values of some fields. */
  readonly wanted: Readonly<Record<string, string | number>>;
}

const MAX_VERSIONS = 1000;

/** All versions of the facts with these values, from the log, newest first. For kinds of which there are few facts. */
export async function readHistory(
  { facts, signal }: FactsContext,
  { kind: kindName, wanted }: HistoryInput,
): Promise<Version[]> {
  const kind = kindNamed(kindName);
  const conditions = Object.keys(wanted).map((name, index) => {
    const field = kind.fields[name];
    if (!field) throw new Error(`${kindName} has no field ${name}.`);
    return `${name} = cast($${index + 1} as ${columnType(field.type)})`;
  });
  const rows = await withFiles(facts, async (files) => {
    const paths = await downloadAll(
      files,
      await logStore.selectObjectsFrom(facts.db, kind.name, 1).execute(),
    );
    if (paths.length === 0) return [];
    return facts.database.query<Record<string, string | number | boolean | null>>(
      `select batch, withdrawn, ${shownColumns(kind).join(', ')}
        from (${await selectFacts(facts.database, kind, paths)}) where ${conditions.join(' and ')}
        order by batch desc, ${kind.key.join(', ')} limit ${MAX_VERSIONS}`,
      Object.values(wanted),
      { signal },
    );
  });
  const batches = await readBatches(facts.db, [...new Set(rows.map(({ batch }) => Number(batch)))]);
  return rows.flatMap(({ batch: number, withdrawn, ...fact }) => {
    const batch = batches.get(Number(number));
    if (!batch) return [];
    const { source, actor, created_at } = batch;
    return [{ batch: Number(number), withdrawn: withdrawn === true, source, actor, created_at, fact }];
  });
}

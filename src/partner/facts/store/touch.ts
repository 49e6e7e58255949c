import { tableOf, type Kind, kindNamed } from '../kinds/index.ts';
import type { Derivation } from './derive.ts';
import { REPLACED, storedIn } from './apply.ts';
import type { Counts } from './batch.ts';

/*
 * Marks the days on which rows with derived columns were added, removed or may have changed, with the number of the
 * batch that did it. Crediting deletes the marks of the days that it has credited.
 */

const touch = (days: string, number: number): string =>
  `insert into touched_days select day, ${number} from (${days})`;

/** To be run before the batch is stored, because replaced and withdrawn rows leave a day. */
export function touchByBatch(kind: Kind, number: number, { repeated, replaced, withdrawn }: Counts): string {
  const coming = `select distinct ${kind.time}::date as day from batch
    ${repeated > 0 ? "where line not in (select line from outcome where what = 'repeated')" : ''}`;
  const day = `stored.${kind.time}::date`;
  const leaving = [
    ...(replaced > 0 ? [storedIn(kind, REPLACED, day)] : []),
    ...(withdrawn > 0 ? [storedIn(kind, 'withdrawal', day)] : []),
  ];
  return touch([coming, ...leaving].join(' union '), number);
}

/** Undefined when facts of that kind have no influence. */
export function touchByChange(
  derivation: Derivation,
  changedKind: string,
  number: number,
): string | undefined {
  const { name, time } = kindNamed(derivation.kind);
  const conditions = [derivation.affected(changedKind), derivation.recredited(changedKind)]
    .filter((condition) => condition !== undefined)
    .map((condition) => `(${condition})`);
  if (conditions.length === 0) return undefined;
  const rows = `${tableOf(name)} where ${conditions.join(' or ')}`;
  return touch(`select distinct ${time}::date as day from ${rows}`, number);
}

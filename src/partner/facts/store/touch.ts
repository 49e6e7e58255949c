import { tableOf, type Kind } from '../declare.ts';
import type { Derivation } from '../derive.ts';
import { kindNamed } from '../kinds/index.ts';
import { REPLACED } from './apply.ts';
import { sameKey, type Counts } from './batch.ts';

/*
 * Marks the days on which rows with derived columns were added, removed or may have changed, with the number of the
 * batch that did it. Crediting deletes the marks of the days that it has credited.
 */

const touch = (days: string, number: number): string =>
  `insert into touched_days select day, ${number} from (${days})`;

/** To be run before the batch is stored, because replaced rows may leave another day. */
export function touchByBatch(kind: Kind, number: number, { repeated, replaced }: Counts): string {
  const coming = `select distinct ${kind.time}::date as day from batch
    ${repeated > 0 ? "where line not in (select line from outcome where what = 'repeated')" : ''}`;
  const leaving = `select stored.${kind.time}::date from ${tableOf(kind.name)} stored
    join ${REPLACED} sent on ${sameKey(kind, 'sent', 'stored')}`;
  return touch(replaced > 0 ? `${coming} union ${leaving}` : coming, number);
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

import { tableOf, type Kind } from '../declare.ts';
import type { Derivation } from '../derive.ts';
import { kindNamed } from '../kinds/index.ts';
import { affectedBy, REPLACED } from './apply.ts';
import { sameKey } from './batch.ts';

/*
 * Notes the days on which rows that others enrich have come, gone or may now be enriched otherwise, with the version
 * of the facts that did it. Whoever reads days to the end deletes what is noted; crediting does.
 */

const touch = (days: string): string =>
  `insert into touched_days select day, (select version + 1 from fact_state) from (${days})`;

/** To be run before the rows of the batch come: replaced ones may leave another day. */
export function touchByBatch(kind: Kind): string {
  return touch(`
    select ${kind.time}::date as day from batch
    where line not in (select line from outcome where what = 'repeated')
    union
    select stored.${kind.time}::date from ${tableOf(kind.name)} stored
    join ${REPLACED} sent on ${sameKey(kind, 'sent', 'stored')}`);
}

export function touchAffected(derivation: Derivation, changedKind: string): string {
  const { time } = kindNamed(derivation.kind);
  return touch(`select distinct ${time}::date as day ${affectedBy(derivation, changedKind)}`);
}

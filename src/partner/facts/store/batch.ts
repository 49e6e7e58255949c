import { tableOf, type Guard, type Kind, type Reference } from '../kinds/index.ts';
import { keyOf, quote } from './tables.ts';

/*
 * The statements of one batch. They work on temporary tables: `batch` has a row for each line with its fields;
 * `refusal` tells what is wrong with which line; `outcome` tells which lines are not simply new; `withdrawal` has the
 * stored facts that are withdrawn, with a line and their fields.
 */

export const CREATE_WORK_TABLES = `
  create temp table refusal (line bigint, field varchar, reason varchar);
  create temp table outcome (line bigint, what varchar)`;

/** For a batch that withdraws nothing. */
export const NO_WITHDRAWAL = 'create temp table withdrawal (line bigint)';

const same = (kind: Kind, left: string, right: string): string =>
  Object.keys(kind.fields)
    .map((name) => `${left}.${name} is not distinct from ${right}.${name}`)
    .join(' and ');

export const sameKey = (kind: Kind, left: string, right: string): string =>
  kind.key.map((name) => `${left}.${name} = ${right}.${name}`).join(' and ');

/** Keys that occur more than once, each with its first line. */
export function findTwice(kind: Kind): string {
  const key = kind.key.join(', ');
  return `create temp table twice as
    select ${key}, min(line) as first_line from batch group by ${key} having count(*) > 1`;
}

/** The same key with the same content again is a repetition; with other content nobody can tell which one holds. */
export function refuseTwice(kind: Kind): string {
  const later = `batch later
    join twice on ${sameKey(kind, 'later', 'twice')} and later.line > twice.first_line
    join batch first on first.line = twice.first_line`;
  return `
    insert into refusal
      select later.line, ${quote(kind.key.join(', '))},
        'contradicts line ' || twice.first_line || ', which has the same key'
      from ${later} where not (${same(kind, 'later', 'first')});
    insert into outcome
      select later.line, 'repeated' from ${later} where ${same(kind, 'later', 'first')}`;
}

export function refuseUnknown(kind: Kind, { field, to, when, wildcard }: Reference): string {
  const key = keyOf(to);
  const conditions = [
    `sent.${field} is not null`,
    ...(when ? [`sent.${when.field} = ${quote(when.equals)}`] : []),
    ...(wildcard ? [`sent.${field} <> ${quote(wildcard)}`] : []),
    `not exists (select 1 from ${tableOf(to)} known where known.${key} = sent.${field})`,
    ...(to === kind.name
      ? [`not exists (select 1 from batch other where other.${key} = sent.${field})`]
      : []),
  ];
  return `insert into refusal
    select sent.line, ${quote(field)}, ${quote(`is not known: send it to ${to} first`)}
    from batch sent where ${conditions.join(' and ')}`;
}

export const refuseGuarded = ({ field, reason, refused }: Guard): string =>
  `insert into refusal select line, ${quote(field)}, ${quote(reason)} from (${refused})`;

export function compareWithKnown(kind: Kind): string {
  return `insert into outcome
    select batch.line, case when ${same(kind, 'batch', 'stored')} then 'repeated' else 'replaced' end
    from batch join ${tableOf(kind.name)} stored on ${sameKey(kind, 'batch', 'stored')}
    where batch.line not in (select line from outcome)`;
}

export interface Counts {
  readonly accepted: number;
  readonly repeated: number;
  readonly replaced: number;
  readonly withdrawn: number;
}

export const COUNT_LINES = `
  select (select count(*) from batch) as lines,
    (select count(*) from outcome where what = 'repeated') as repeated,
    (select count(*) from outcome where what = 'replaced') as replaced,
    (select count(*) from withdrawal) as withdrawn`;

/** Refuses to withdraw facts that others refer to. */
export function refuseReferred(kind: Kind, other: Kind, { field, when }: Reference): string {
  const isSent =
    other.name === kind.name
      ? [`not exists (select 1 from batch where ${sameKey(kind, 'batch', 'other')})`]
      : [];
  const conditions = [
    `other.${field} = withdrawal.${keyOf(kind.name)}`,
    ...(when ? [`other.${when.field} = ${quote(when.equals)}`] : []),
    ...isSent,
  ];
  return `insert into refusal
    select line, ${quote(keyOf(kind.name))}, ${quote(`is named by ${field} of ${other.name}: withdraw those first`)}
    from withdrawal
    where exists (select 1 from ${tableOf(other.name)} other where ${conditions.join(' and ')})`;
}

export const deleteWithdrawn = (kind: Kind): string =>
  `delete from ${tableOf(kind.name)} using withdrawal where ${sameKey(kind, tableOf(kind.name), 'withdrawal')}`;

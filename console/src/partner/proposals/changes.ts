import { Big } from 'big.js';

export type Fact = Readonly<Record<string, string | number | boolean | null>>;

interface Typed {
  readonly name: string;
  readonly type: string;
}

export interface FieldChange<F extends Typed> {
  readonly field: F;
  /** Null where there is no value. */
  readonly before: string | null;
  readonly after: string | null;
  readonly isChanged: boolean;
}

/** What becomes of the fields that either fact has. What identifies a fact does not change. */
export const changesOf = <F extends Typed>(
  fields: readonly F[],
  keys: readonly string[],
  before: Fact,
  after: Fact,
): readonly FieldChange<F>[] =>
  fields.flatMap((field) => {
    const isKey = keys.includes(field.name);
    const [now, then] = [textOf((isKey ? after : before)[field.name]), textOf(after[field.name])];
    if (now === null && then === null) return [];
    return [{ field, before: now, after: then, isChanged: !isSame(field.type, now, then) }];
  });

const textOf = (value: Fact[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Decimals are the same whatever zeros end them. */
function isSame(type: string, a: string | null, b: string | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return type === 'decimal' && DECIMAL.test(a) && DECIMAL.test(b) && new Big(a).eq(b);
}

const SCOPE = ['partner_uid', 'account_type', 'symbol'] as const;
const EVERY = '*';

/** Whether a tariff has the very partner, account type and symbol of another. */
export const isOfSameScope = (one: Fact, other: Fact): boolean =>
  SCOPE.every((name) => one[name] === other[name]);

/** How much a tariff names, the partner first. */
const rank = (fact: Fact): string => SCOPE.map((name) => (fact[name] === EVERY ? 0 : 1)).join('');
const order = (fact: Fact): string => `${rank(fact)} ${String(fact['valid_from'])}`;
const meets = (one: unknown, other: unknown): boolean => one === other || one === EVERY || other === EVERY;

/** What a proposed fact takes the place of. */
export interface Before {
  /** Null if there is none, or more than one. */
  readonly fact: Fact | null;
  /** Where there are several, all of them. */
  readonly several: readonly Fact[];
}

/**
 * Of the tariffs in force, those that apply until now to orders that a proposed one will apply to: the one of the same
 * scope, or all that it goes before, those that name most first.
 */
export function tariffBefore(inForce: readonly Fact[], proposed: Fact): Before {
  const byRank = inForce
    .filter(
      (fact) => SCOPE.every((name) => meets(fact[name], proposed[name])) && rank(fact) <= rank(proposed),
    )
    .toSorted((a, b) => (order(a) < order(b) ? 1 : -1));
  const same = byRank.find((fact) => isOfSameScope(fact, proposed));
  if (same !== undefined) return { fact: same, several: [] };
  // Of each scope, the one in force last.
  const latest = byRank.filter(
    (fact, place) => byRank.findIndex((other) => isOfSameScope(other, fact)) === place,
  );
  return latest.length > 1 ? { fact: null, several: latest } : { fact: latest[0] ?? null, several: [] };
}

/** The level of a tier that a proposed one takes the place of. */
export function levelBefore(levels: readonly Fact[], proposed: Fact): Before {
  const [fact = null] = levels
    .filter((level) => String(level['valid_from']) <= String(proposed['valid_from']))
    .toSorted((a, b) => (String(a['valid_from']) < String(b['valid_from']) ? 1 : -1));
  return { fact, several: [] };
}

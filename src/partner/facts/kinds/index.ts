import { mostSimilar, Problem } from '../../../kernel/index.ts';
import type { Kind } from './declare.ts';
import { clientAccounts, clients, deposits, fraudLabels, kyc, orders, shares } from './clients.ts';
import {
  campaigns,
  links,
  partnerAccounts,
  partners,
  rates,
  suspensions,
  tariffs,
  tierChanges,
  tierLevels,
} from './program.ts';
import { clicks, impressions, installs, spend } from './traffic.ts';

export {
  EARLIEST_DATE,
  LATEST_DATE,
  tableOf,
  type Field,
  type FieldType,
  type Guard,
  type Kind,
  type Reference,
} from './declare.ts';
export type { ForeignGuard } from './guard.ts';
export { FORMULAS, MAX_CLEARING_DAYS, TIER_MEASURES, type Formula, type TierMeasure } from './program.ts';

/** Each kind comes after those it refers to, so a whole program can be loaded in this order. */
export const KINDS: readonly Kind[] = [
  partners,
  partnerAccounts,
  campaigns,
  links,
  rates,
  tariffs,
  tierChanges,
  tierLevels,
  suspensions,
  impressions,
  clicks,
  spend,
  installs,
  clients,
  clientAccounts,
  kyc,
  deposits,
  shares,
  fraudLabels,
  orders,
];

export function findKind(name: string): Kind | undefined {
  return KINDS.find((kind) => kind.name === name);
}

/** A kind that a caller has named. */
export function requireKind(name: string): Kind {
  const found = findKind(name);
  if (found) return found;
  const names = KINDS.map((kind) => kind.name);
  const meant = mostSimilar(name, names);
  const question = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw new Problem(
    'not_found',
    `There is no kind of facts named ${name}.${question} There are: ${names.join(', ')}.`,
  );
}

export function kindNamed(name: string): Kind {
  const found = findKind(name);
  if (!found) throw new Error(`There is no kind ${name}.`);
  return found;
}

import type { Proposal } from '@quaestor/sdk';
import { plural } from '../../shared/text/index.ts';

const kinds: Readonly<Record<string, readonly [one: string, other: string]>> = {
  tariffs: ['Tarif', 'Tarife'],
  'tier-changes': ['Stufenwechsel', 'Stufenwechsel'],
  'tier-levels': ['Stufenschwelle', 'Stufenschwellen'],
  suspensions: ['Aussetzung', 'Aussetzungen'],
  partners: ['Partner', 'Partner'],
  links: ['Link', 'Links'],
  shares: ['Teilung', 'Teilungen'],
};

export const summary = ({ kind, action, facts }: Proposal): string => {
  const [one, other] = kinds[kind] ?? [kind, kind];
  const counted = plural(facts.length, one, other);
  return action === 'send' ? counted : `${counted} zurückziehen`;
};

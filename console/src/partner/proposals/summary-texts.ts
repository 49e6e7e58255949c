import type { Proposal } from '@quaestor/sdk';
import { plural, sentenceOf } from '../../shared/text/index.ts';

const kinds: Readonly<Record<string, readonly [one: string, other: string]>> = {
  tariffs: ['tariff', 'tariffs'],
  'tier-changes': ['tier change', 'tier changes'],
  'tier-levels': ['tier level', 'tier levels'],
  suspensions: ['suspension', 'suspensions'],
  partners: ['partner', 'partners'],
  links: ['link', 'links'],
  shares: ['share', 'shares'],
};

const counted = (count: number, kind: string): string => {
  const [one, other] = kinds[kind] ?? [kind, kind];
  return plural(count, one, other);
};

/** `2 tariffs`, `Withdraw 1 link`. Apart from the other texts, because the frame of every screen needs it. */
export const summary = ({ kind, action, facts }: Proposal): string =>
  sentenceOf(action === 'send' ? counted(facts.length, kind) : `withdraw ${counted(facts.length, kind)}`);

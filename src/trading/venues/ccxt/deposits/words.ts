import type { DepositState } from '../../port/index.ts';

type Words = Partial<Record<Exclude<DepositState, 'unknown'>, readonly string[]>>;

/** What each word of an exchange means. One that is not listed is unknown, and never counts as credited. */
export function wordsOf(words: Words): (word: string) => DepositState {
  const states = new Map(
    (Object.entries(words) as [DepositState, readonly string[]][]).flatMap(([state, all]) =>
      all.map((word) => [word, state] as const),
    ),
  );
  return (word) => states.get(word) ?? 'unknown';
}

import { sentenceOf } from '../../shared/text/index.ts';

/** `reward_size` → `Reward size`, `formula_cfd` → `Formula CFD`, `*` stays. */
export const labelOf = (name: string): string =>
  sentenceOf(name).replaceAll(/\b(usd|cfd|ecn|id|uid|kyc|utm|url)\b/gi, (word) => word.toUpperCase());

import { sentenceOf } from './format.ts';
import { texts } from './texts.ts';

/** `reward_size` → `Reward size`, `rewardSize` → `Reward size`, `formula_cfd` → `Formula CFD`, `*` stays. */
export const labelOf = (name: string): string =>
  texts.codes[name] ??
  sentenceOf(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')).replaceAll(
    /\b(usd|cfd|ecn|id|uid|kyc|utm|url)\b/gi,
    (word) => word.toUpperCase(),
  );

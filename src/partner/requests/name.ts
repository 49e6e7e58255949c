import { invalid } from '../../kernel/index.ts';

const MAX_LENGTH = 64;

/** A name that a partner gives, without the spaces at its ends. */
export function readName(field: string, given: string): string {
  const name = given.trim();
  const faults = [
    ...(name === '' || Array.from(name).length > MAX_LENGTH
      ? [`must have 1 to ${MAX_LENGTH} characters`]
      : []),
    ...(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(given) ? ['must not have control characters'] : []),
  ];
  if (faults.length > 0) throw invalid({ [field]: faults });
  return name;
}

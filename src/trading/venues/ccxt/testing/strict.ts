import type { Dialect } from './loopback.ts';

/** What an answer of a form must be, by its name. */
export type Wanted = Readonly<Record<string, (value: unknown) => boolean>>;

/** What a strict exchange says to answers: one is missing, too much or wrong. */
export function faultIn(
  answers: unknown,
  wanted: (answers: Record<string, unknown>) => Wanted,
): string | undefined {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return 'no form';
  const given = answers as Record<string, unknown>;
  const rules = wanted(given);
  for (const name of Object.keys(rules)) if (!(name in given)) return `missing ${name}`;
  for (const [name, value] of Object.entries(given)) {
    const rule = rules[name];
    if (!rule) return `surplus ${name}`;
    if (!rule(value)) return `wrong ${name}`;
  }
  return undefined;
}

export const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
export const like =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);
export const text = like(/\S/);

/** An exchange that asks who receives a withdrawal, with all forms it was sent. */
export interface Asking {
  readonly dialect: Dialect;
  readonly forms: unknown[];
  /** What it has refused. */
  readonly faults: string[];
  /** Takes what an exchange says to a form. */
  readonly fault: (answers: unknown) => string | undefined;
}

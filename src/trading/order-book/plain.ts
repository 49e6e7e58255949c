import type { Decimal } from '../../kernel/index.ts';

const [POINT, ZERO] = [46, 48] as const;

/** A computed value without trailing zeros; cutting the text is cheaper than dividing the value. */
export function plain(value: Decimal): string {
  const text = value.toString();
  if (value.scale === 0) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end -= 1;
  if (text.charCodeAt(end - 1) === POINT) end -= 1;
  return text.slice(0, end);
}

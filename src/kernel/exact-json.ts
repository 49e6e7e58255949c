import { Decimal } from './decimal.ts';

/** JSON in which a Decimal is a number with all its digits, and a Date is ISO 8601 with milliseconds. */
export function exactJson(value: unknown): string {
  if (Number.isFinite(value)) return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  if (value instanceof Decimal) return value.toString();
  if (Array.isArray(value)) return `[${value.map(exactJson).join(',')}]`;
  if ('toJSON' in value) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${exactJson(member)}`).join(',')}}`;
}

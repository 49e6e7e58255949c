import { hash } from 'node:crypto';

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** Writes equal values as the same text: sorted keys, no undefined members, no white space. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if ('toJSON' in value) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

const isArray = (value: object): value is readonly Json[] => Array.isArray(value);

export function sha256(...parts: (string | Buffer)[]): Buffer {
  const [first = ''] = parts;
  return hash('sha256', parts.length === 1 ? first : Buffer.concat(parts.map(toBytes)), 'buffer');
}

const toBytes = (part: string | Buffer): Buffer => (typeof part === 'string' ? Buffer.from(part) : part);

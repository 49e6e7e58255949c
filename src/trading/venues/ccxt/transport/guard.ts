import { isLosslessNumber, parse } from 'lossless-json';
import { Decimal } from '../../../../kernel/index.ts';
import type { WireRequest } from './connection.ts';

/** What must stand in a request that moves money. */
export interface Expected {
  /** What it is called in a reason, such as `amount`, and its value: a decimal, or a text, or one of several. */
  readonly values: Readonly<Record<string, Decimal | string | readonly string[]>>;
  /** The names of the exchange's parameters, where they are known; else a value may stand anywhere. */
  readonly names?: Readonly<Record<string, string>>;
  /** Unsigned headers that the request gets on its way. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Those of the values that no reason may show. */
  readonly hidden?: ReadonlySet<string>;
}

/** The name of values that stand in the path, each as a part of it. */
export const IN_PATH = '';

type Field = readonly [name: string, value: string];

/** What is missing in the request; undefined where everything stands in it. */
export function faultOf(
  url: URL,
  request: WireRequest,
  { values, names = {}, hidden }: Expected,
): string | undefined {
  const fields = fieldsOf(url, request, new Set(Object.values(names)));
  for (const [what, wanted] of Object.entries(values)) {
    const name = names[what];
    const own = name === undefined ? fields : fields.filter(([known]) => known === name);
    const matching = own.filter(([, value]) => matches(value, wanted));
    const isNamed = name !== undefined && name !== IN_PATH;
    if (isNamed ? own.length > 0 && matching.length === own.length : matching.length > 0) continue;
    if (hidden?.has(what)) return `the ${what} is not in the request as it was given`;
    const [, other] = (isNamed ? own[0] : undefined) ?? [];
    const shown = wanted instanceof Decimal ? wanted.toString() : [wanted].flat()[0];
    return `the ${what || 'path'} ${shown} is not in the request${other === undefined ? '' : `, which has ${other}`}`;
  }
  return undefined;
}

/** Only the values that tell one request from another: lookups may name a network or an asset. */
const TELLING = new Set(['id', 'amount', 'price', 'address', 'tag']);

/** Whether a request only asks: it reads, and nothing of what is to be moved stands in it. */
export function isLookup(url: URL, request: WireRequest, { values }: Expected): boolean {
  if (request.method !== 'GET') return false;
  const fields = fieldsOf(url, request);
  return Object.entries(values).every(
    ([what, wanted]) => !TELLING.has(what) || !fields.some(([, value]) => matches(value, wanted)),
  );
}

function matches(value: string, wanted: Expected['values'][string]): boolean {
  if (wanted instanceof Decimal) return Decimal.tryParse(value)?.equals(wanted) ?? false;
  const lower = value.toLowerCase();
  return typeof wanted === 'string' ? value === wanted : wanted.some((one) => one.toLowerCase() === lower);
}

/** Every value of a request: of its path, query, body, and of headers that carry a payload. */
function fieldsOf(
  url: URL,
  { headers = {}, body = '' }: WireRequest,
  named: ReadonlySet<string> = new Set(),
): Field[] {
  const path = url.pathname.split('/').map((part): Field => [IN_PATH, decodeURIComponent(part)]);
  const payloads = Object.values(headers).map((value) => Buffer.from(value, 'base64').toString('utf8'));
  const documents = [body, ...payloads].flatMap((text) => readJson(text) ?? []);
  const form = documents.length === 0 || !isDocument(body) ? [...new URLSearchParams(body)] : [];
  const pairs: Field[] = [...url.searchParams, ...form];
  // Some exchanges put a document into one parameter of a form. One that is expected as a whole is a text.
  const inner = pairs.filter(([name]) => !named.has(name)).flatMap(([, value]) => readJson(value) ?? []);
  return [...path, ...documents, ...pairs, ...inner];
}

const isDocument = (text: string): boolean => /^\s*[[{]/.test(text);

/** The values of a JSON document with the texts of its numbers as they were written. */
function readJson(text: string): Field[] | undefined {
  if (!isDocument(text)) return undefined;
  try {
    return flatten('', parse(text));
  } catch {
    return undefined;
  }
}

function flatten(name: string, value: unknown): Field[] {
  if (isLosslessNumber(value)) return [[name, value.value]];
  if (Array.isArray(value)) return value.flatMap((item) => flatten(name, item));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => flatten(key, item));
  }
  return [[name, String(value)]];
}

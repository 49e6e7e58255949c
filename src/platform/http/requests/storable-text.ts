import { noFieldErrors, type FieldErrors } from '../../../kernel/index.ts';

/** In JSON, these characters can only be written as escapes. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i;

const REASON = 'must not contain the character U+0000 or half of a surrogate pair';

/** Reports the texts of a JSON body that PostgreSQL and UTF-8 cannot represent. */
export const unstorableInJson = (json: string, value: unknown): FieldErrors =>
  ESCAPED.test(json) ? unstorable(value) : noFieldErrors();

/** The same of the parts of a URL or form; percent-encoded UTF-8 has no lone surrogates. */
export const unstorableInUrl = (encoded: string, values: unknown): FieldErrors =>
  encoded.includes('%00') ? unstorable(values) : noFieldErrors();

function unstorable(value: unknown): FieldErrors {
  const errors = noFieldErrors();
  // With a stack of its own, as JSON may be nested deeper than calls may be.
  const left: [path: string, value: unknown][] = [['', value]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [path, at] = next;
    if (typeof at === 'string' && !isStorable(at)) errors[path] = [REASON];
    if (typeof at !== 'object' || at === null) continue;
    for (const [name, inside] of Object.entries(at)) {
      const place = path === '' ? name : `${path}.${name}`;
      if (isStorable(name)) left.push([place, inside]);
      else errors[path] = [`${REASON} in its names`];
    }
  }
  return errors;
}

const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);

import { labelOf } from '../text/index.ts';
import { texts } from './texts.ts';

/** The names that a screen gives to fields of the API. */
export type FieldNames = Readonly<Record<string, string>>;

interface Refusal {
  readonly detail: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

interface Said {
  readonly title: string;
  /** What the title does not say already. */
  readonly faults: readonly string[];
}

/** What follows the name of a field in a sentence, such as `must be a date`. */
const PREDICATE = /^(is|are|must|may|can|cannot|has|have|does|takes)\b/;
const NAME = /\b[a-z]+(?:_[a-z]+)+\b/g;

/** What the server says about fields, in sentences with the names that people see. */
export function sayFaults({ detail, errors }: Refusal, names: FieldNames = {}): Said {
  const known: Record<string, string> = { ...names };
  for (const path of Object.keys(errors)) known[memberOf(path)] ??= labelOf(memberOf(path));
  const say = (text: string): string =>
    text.replaceAll('`', '').replaceAll(NAME, (name, at: number) => {
      const label = known[name];
      if (label === undefined) return name;
      return at === 0 ? label : texts.quoted(label);
    });
  const title = say(detail);
  const faults = Object.entries(errors).flatMap(([path, each]) =>
    each.map((fault) => sentence(known[memberOf(path)] ?? '', say(fault), PREDICATE.test(fault))),
  );
  return { title, faults: [...new Set(faults)].filter((fault) => fault !== title) };
}

/** The field that a path ends with: `lines.1.country` is about `country`, and `group_by.0` about `group_by`. */
const memberOf = (path: string): string => path.replace(/(\.\d+)+$/, '').replace(/^.*\./, '');

function sentence(label: string, fault: string, isPredicate: boolean): string {
  const end = /[.!?]$/.test(fault) ? '' : '.';
  if (label === '') return `${fault}${end}`;
  return isPredicate ? `${label} ${fault}${end}` : `${texts.field(label)}${fault}${end}`;
}

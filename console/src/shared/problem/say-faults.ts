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
const PREDICATE = /^(is|are|must|may|can|cannot|has|have|does|takes|would)\b/;
const NAME = /\b[a-z]+(?:_[a-z]+)+\b/g;

/** `rules.1.asset`: a field of a member of a list. */
const PLACED = /(?:^|\.)(?<list>\w+)\.(?<index>\d+)\.\w+(?:\.\d+)*$/;
/** All other lists count from zero. */
const FROM_ONE = 'lines';

/**
 * What the server says about fields, in sentences with the names that people see. On a screen about one thing, its
 * place in the list that was sent is left out.
 */
export function sayFaults({ detail, errors }: Refusal, names: FieldNames = {}, isOfOne = false): Said {
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
    each.map((fault) => {
      const label = known[memberOf(path)] ?? '';
      return sentence(isOfOne ? label : withPlace(path, label), say(fault), PREDICATE.test(fault));
    }),
  );
  return { title, faults: [...new Set(faults)].filter((fault) => fault !== title) };
}

/** The field that a path ends with: `lines.1.country` is about `country`, and `group_by.0` about `group_by`. */
const memberOf = (path: string): string => path.replace(/(\.\d+)+$/, '').replace(/^.*\./, '');

function withPlace(path: string, label: string): string {
  const { list, index } = PLACED.exec(path)?.groups ?? {};
  if (list === undefined) return label;
  return texts.placed(labelOf(list), Number(index) + (list === FROM_ONE ? 0 : 1), label);
}

function sentence(label: string, fault: string, isPredicate: boolean): string {
  const end = /[.!?]$/.test(fault) ? '' : '.';
  if (label === '') return `${fault}${end}`;
  return isPredicate ? `${label} ${fault}${end}` : `${texts.field(label)}${fault}${end}`;
}

import type { FieldErrors } from '../../kernel/index.ts';
import { personalMembers, type TravelRule } from '../../platform/personal-data/index.ts';
import { alpha3 } from './alpha3.ts';

/** Where an answer stands in our own model. */
export type Path =
  | 'relation'
  | 'declared'
  | `party.${'kind' | 'firstName' | 'lastName' | 'companyName' | 'localName' | 'phoneticName'}`
  | `party.${'birthDate' | 'birthPlace' | 'lei' | 'registrationNumber'}`
  | `party.document.${'type' | 'number' | 'issuedBy' | 'expires'}`
  | `party.representative.${'firstName' | 'lastName'}`
  | `address.${'country' | 'state' | 'city' | 'street' | 'building' | 'postalCode'}`
  | `wallet.${'kind' | 'provider.name' | 'provider.country' | 'provider.region'}`
  | `wallet.provider.ids.${string}`
  | `purpose.${'code' | 'text'}`;

type Answer = string | number | boolean;

/** How an exchange writes an answer: as it is, a country in other letters, or a word of its own for each of ours. */
export type Writing = 'text' | 'lower-case' | 'alpha-3' | Readonly<Record<string, Answer>>;

/** All must hold, the first ones before the others: the answer there is one of these. */
export type Condition = Partial<Readonly<Record<Path, string | readonly string[]>>>;

/** What an answer must look like, and how to say it. */
export interface Rule {
  readonly pattern: RegExp;
  readonly says: string;
}

export interface Question {
  /** The exchange's name for it, with points where it stands inside another. */
  readonly name: string;
  /** Several are joined by spaces. */
  readonly path: Path | readonly Path[];
  /** Follow the others where they are given. */
  readonly further?: readonly Path[];
  readonly writing?: Writing;
  readonly when?: Condition;
  readonly isOptional?: true;
  readonly rule?: Rule;
}

/** What an exchange asks of accounts in one country. */
export interface Form {
  readonly questions: readonly Question[];
  /** What the exchange does not pay out to at all. */
  readonly refusals?: readonly { readonly when: Condition; readonly path: Path; readonly says: string }[];
}

/** What goes into a request. */
export interface FormAnswers {
  readonly [name: string]: Answer | FormAnswers;
}

export type Filled =
  | { readonly answers: FormAnswers; readonly errors?: undefined }
  /** By the path of our model: what is missing or wrong, and what to write. */
  | { readonly errors: FieldErrors };

const LIST = new Intl.ListFormat('en', { type: 'disjunction' });
const PROVIDER_ID = 'wallet.provider.ids.';

/** A question for people and programs, by the field of ours that answers it. */
export interface Asked {
  readonly field: Path;
  readonly isRequired: boolean;
  /** The answers among which one must be chosen, where there are such. */
  readonly choices?: readonly string[];
  readonly when: Condition;
}

/** What a form asks, each field once for each case in which it does. */
export function asked({ questions }: Form): Asked[] {
  const all = questions.flatMap(({ path, further = [], writing, when = {}, isOptional }): Asked[] => [
    ...[path].flat().map((field) => ({
      field,
      isRequired: !isOptional,
      ...(typeof writing === 'object' && { choices: Object.keys(writing) }),
      when,
    })),
    ...further.map((field) => ({ field, isRequired: false, when })),
  ]);
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** The answers that apply, exactly those; or what is missing, field by field. */
export function fill({ questions, refusals = [] }: Form, data: TravelRule): Filled {
  const errors = new Map<Path, Set<string>>();
  const note = (path: Path, says: string): void => {
    errors.set(path, (errors.get(path) ?? new Set()).add(says));
  };
  for (const { when, path, says } of refusals) if (test(when, data) === true) note(path, says);
  const answers: FormAnswers = {};
  /** On these it depends whether something else is asked. */
  const undecided = new Set<Path>();
  for (const question of questions) {
    const applies = test(question.when, data);
    if (typeof applies === 'string') undecided.add(applies);
    if (applies !== true) continue;
    const answer = answerTo(question, data, note);
    if (answer !== undefined) put(answers, question.name.split('.'), answer);
  }
  for (const path of undecided) {
    if (errors.has(path)) continue;
    // A provider about which nothing is asked has a name, too.
    const other = path.startsWith(PROVIDER_ID) ? '; others where it is none of these' : '';
    note(path, `is required: ${LIST.format(valuesOf(questions, path))}${other}`);
  }
  if (errors.size === 0) return { answers };
  return { errors: Object.fromEntries([...errors].map(([path, says]) => [path, [...says]])) };
}

/** What is said about people and purposes although nothing asks for it. */
export function surplus({ questions }: Form, data: TravelRule): string[] {
  const wanted = new Set<string>();
  for (const { path, further = [], when } of questions) {
    // Where it cannot be said yet whether it is asked, something else is missing first.
    if (test(when, data) === false) continue;
    for (const one of [path, further, Object.keys(when ?? {})].flat()) wanted.add(one);
  }
  return personalMembers(data)
    .map(([path]) => path)
    .filter((path) => !wanted.has(path));
}

/** Whether a condition holds, or the first path that must be known before it can be said. */
function test(condition: Condition = {}, data: TravelRule): boolean | Path {
  for (const [path, wanted] of Object.entries(condition) as [Path, string | readonly string[]][]) {
    const value = valueAt(data, path);
    if (value === undefined) return path;
    if (![wanted].flat().includes(value)) return false;
  }
  return true;
}

/** All that the form distinguishes there. */
const valuesOf = (questions: readonly Question[], path: Path): string[] => [
  ...new Set(questions.flatMap(({ when }) => when?.[path] ?? [])),
];

function answerTo(
  question: Question,
  data: TravelRule,
  note: (path: Path, says: string) => void,
): Answer | undefined {
  const { writing = 'text', further = [], isOptional, rule } = question;
  const paths = [question.path].flat();
  const missing = paths.filter((path) => valueAt(data, path) === undefined);
  if (missing.length > 0) {
    if (!isOptional) for (const path of missing) note(path, wantedOf(path, writing));
    return undefined;
  }
  const given = [...paths, ...further]
    .map((path) => valueAt(data, path))
    .filter((value) => value !== undefined);
  const text = given.join(' ');
  const written = write(text, writing);
  const says = written === undefined ? wantedOf(paths[0] as Path, writing) : rule?.says;
  const isRight = written !== undefined && (rule === undefined || rule.pattern.test(text));
  if (!isRight && says !== undefined) for (const path of paths) note(path, says);
  return written;
}

function write(text: string, writing: Writing): Answer | undefined {
  if (writing === 'text') return text;
  if (writing === 'lower-case') return text.toLowerCase();
  if (writing === 'alpha-3') return alpha3(text);
  return Object.hasOwn(writing, text) ? writing[text] : undefined;
}

function wantedOf(path: Path, writing: Writing): string {
  if (path === 'declared') return 'must be true: somebody must declare that the answers are true';
  if (path.startsWith(PROVIDER_ID))
    return 'is required: the venue has its own name for the provider, which its list of counterparties shows';
  if (writing === 'alpha-3') return 'must be the two letters of a country';
  if (typeof writing === 'object') return `is required: ${LIST.format(Object.keys(writing))}`;
  return 'is required';
}

function valueAt(data: unknown, path: string): string | undefined {
  let value = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
}

function put(
  answers: Record<string, Answer | FormAnswers>,
  [name = '', ...inner]: string[],
  answer: Answer,
): void {
  if (inner.length === 0) answers[name] = answer;
  else put((answers[name] ??= {}) as Record<string, Answer | FormAnswers>, inner, answer);
}

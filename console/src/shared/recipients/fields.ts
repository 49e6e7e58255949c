import type { TravelRule, Venue } from '@quaestor/sdk';

/** What a person has answered, by the path of the member of `travelRule`. */
export type Answers = Readonly<Record<string, string>>;

/** A question that applies to what was answered so far. */
export interface Field {
  readonly path: string;
  readonly isRequired: boolean;
  /** The answers of which one must be given; none where it is a text. */
  readonly choices?: readonly string[];
}

export type Asking = Pick<Venue, 'code' | 'name' | 'travelRule'>;

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  relation: ['OWN', 'THIRD_PARTY'],
  'party.kind': ['NATURAL', 'LEGAL'],
  'wallet.kind': ['SELF_HOSTED', 'HOSTED'],
  'party.document.type': ['ID_CARD', 'PASSPORT', 'DRIVERS', 'RESIDENCE_PERMIT', 'OTHER'],
  'purpose.code': ['GOODS', 'SERVICES', 'INVESTMENT', 'LIVING', 'LOAN', 'DONATION', 'P2P', 'OTHER'],
};
/** Other questions depend on these: a venue that asks only about one of the answers does not forbid the other. */
const DECISIVE: ReadonlySet<string> = new Set(['relation', 'party.kind', 'wallet.kind']);

/** What must be said as soon as anything beside it is said. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  'party.': ['party.kind'],
  'party.document.': ['party.document.type', 'party.document.number', 'party.document.issuedBy'],
  'address.': ['address.country'],
  'purpose.': ['purpose.code'],
  'wallet.provider.': ['wallet.provider.name'],
};

/** The order in which people read them. What is not listed comes last but one. */
const ORDER = [
  'relation',
  'party.kind',
  'party.firstName',
  'party.lastName',
  'party.companyName',
  'party.localName',
  'party.phoneticName',
  'party.birthDate',
  'party.birthPlace',
  'party.document.type',
  'party.document.number',
  'party.document.issuedBy',
  'party.document.expires',
  'party.lei',
  'party.registrationNumber',
  'party.representative.firstName',
  'party.representative.lastName',
  'address.street',
  'address.building',
  'address.postalCode',
  'address.city',
  'address.state',
  'address.country',
  'purpose.code',
  'purpose.text',
  'wallet.kind',
  'wallet.provider.ids.',
  'wallet.provider.name',
  'wallet.provider.country',
  'wallet.provider.region',
  'declared',
];
const placeOf = (path: string): number => ORDER.findIndex((known) => path.startsWith(known));

/** The fields that apply at the venues, by what was answered so far. */
export function fieldsOf(venues: readonly Asking[], answers: Answers): Field[] {
  const required = new Map<string, boolean>([
    ['relation', true],
    ['wallet.kind', true],
  ]);
  const choices = new Map<string, Set<string>>();
  const show = (path: string, isRequired: boolean) =>
    required.set(path, isRequired || required.get(path) === true);
  for (const { field, required: isRequired, choices: offered, when } of venues.flatMap(
    ({ travelRule }) => travelRule,
  )) {
    if (!applies(when, answers, (path) => show(path, true))) continue;
    show(field, isRequired);
    if (offered !== null) choices.set(field, new Set([...(choices.get(field) ?? []), ...offered]));
  }
  for (const [group, members] of Object.entries(BESIDE)) {
    const shown = [...required.keys()].filter((path) => path.startsWith(group));
    if (shown.length === 0) continue;
    const isNeeded = shown.some((path) => required.get(path) === true || (answers[path] ?? '') !== '');
    for (const path of members) show(path, isNeeded);
  }
  return [...required]
    .map(([path, isRequired]) => ({ path, isRequired, ...choicesOf(path, choices.get(path)) }))
    .toSorted((a, b) => placeOf(a.path) - placeOf(b.path));
}

/** Whether it is asked; each answer on which that depends is wanted first. */
function applies(
  when: Readonly<Record<string, readonly string[]>>,
  answers: Answers,
  want: (path: string) => void,
): boolean {
  for (const [path, values] of Object.entries(when)) {
    want(path);
    if (!values.includes(answers[path] ?? '')) return false;
  }
  return true;
}

function choicesOf(path: string, offered: ReadonlySet<string> | undefined): Pick<Field, 'choices'> {
  const known = CHOICES[path];
  if (DECISIVE.has(path)) return known === undefined ? {} : { choices: known };
  const choices = offered === undefined ? known : [...offered];
  return choices === undefined ? {} : { choices };
}

/** The answers that apply, as the API takes them; what was typed for other cases is left out. */
export function toTravelRule(venues: readonly Asking[], answers: Answers): TravelRule {
  const made: Record<string, unknown> = { wallet: {} };
  for (const { path } of fieldsOf(venues, answers)) {
    const text = answers[path]?.trim() ?? '';
    if (text === '') continue;
    put(made, path.split('.'), path === 'declared' ? text === 'true' : text);
  }
  return made as unknown as TravelRule;
}

function put(into: Record<string, unknown>, [name = '', ...inner]: string[], value: unknown): void {
  if (inner.length === 0) into[name] = value;
  else put((into[name] ??= {}) as Record<string, unknown>, inner, value);
}

/** What was said before, to be changed. Somebody declares it anew. */
export function toAnswers(value: object, before = ''): Answers {
  const all = Object.entries(value).flatMap(([name, inner]: [string, unknown]): [string, string][] => {
    if (typeof inner === 'string') return [[`${before}${name}`, inner]];
    return typeof inner === 'object' && inner !== null
      ? Object.entries(toAnswers(inner, `${before}${name}.`))
      : [];
  });
  return Object.fromEntries(all);
}

/** Those that are required and not answered. */
export const unanswered = (venues: readonly Asking[], answers: Answers): string[] =>
  fieldsOf(venues, answers)
    .filter(({ path, isRequired }) => isRequired && (answers[path]?.trim() ?? '') === '')
    .map(({ path }) => path);

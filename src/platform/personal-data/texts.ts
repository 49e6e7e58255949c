import type { TravelRule } from './schema.ts';

/** Says little alone, and is compulsory where something beside it is given. */
const HARMLESS = new Set(['party.kind', 'party.document.type', 'party.document.issuedBy', 'address.country']);

/** What names or describes people, or purposes, by its path. */
export const personalMembers = (data: TravelRule): [path: string, text: string][] =>
  textsIn(data).filter(([path]) => isPersonal(path) && !HARMLESS.has(path));

/** The texts that name or describe people; of names also the single words. */
export const personalTexts = (data: TravelRule): string[] =>
  personalMembers(data).flatMap(([path, text]) =>
    path.startsWith('party.') ? [text, ...text.split(/\s+/)] : [text],
  );

const isPersonal = (path: string): boolean => /^(party|address)\.|^purpose\.text$/.test(path);

/** Every text in it, by its path. */
function textsIn(value: object, before = ''): [path: string, text: string][] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]): [string, string][] => {
    if (typeof inner === 'string') return [[`${before}${name}`, inner]];
    return typeof inner === 'object' && inner !== null ? textsIn(inner, `${before}${name}.`) : [];
  });
}

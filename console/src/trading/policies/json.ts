import type { PolicyProposal } from '@quaestor/sdk';
import { toDraft, toProposal, type Draft } from './draft.ts';
import { texts } from './texts.ts';

const { json: words } = texts;

export const toJson = (draft: Draft): string => JSON.stringify(toProposal(draft), null, 2);

/** A draft from JSON, or why it is none. What a draft cannot hold is refused, so that nothing is lost in silence. */
export function readJson(text: string): { readonly draft: Draft } | { readonly fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: words.notJson };
  }
  if (!isProposal(value)) return { fault: words.noRules };
  try {
    const draft = toDraft({ rules: value.rules, groups: value.groups ?? {} });
    const lost = findDifference(value, toProposal(draft));
    return lost === undefined ? { draft } : { fault: words.unknown(lost) };
  } catch {
    return { fault: words.noRules };
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isProposal = (value: unknown): value is PolicyProposal =>
  isObject(value) &&
  Array.isArray(value['rules']) &&
  value['rules'].every(isObject) &&
  (value['groups'] === undefined || isObject(value['groups']));

/** The path of the first part that is not the same in both, such as `rules.0.venue`. */
function findDifference(given: unknown, kept: unknown, path = ''): string | undefined {
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (isObject(given) && isObject(kept))
    return Object.keys({ ...given, ...kept })
      .map((name) => findDifference(given[name], kept[name], below(name)))
      .find((found) => found !== undefined);
  if (Array.isArray(given) && Array.isArray(kept) && given.length === kept.length)
    return given
      .map((item: unknown, index) => findDifference(item, kept[index], below(`${index}`)))
      .find((found) => found !== undefined);
  return given === kept ? undefined : path;
}

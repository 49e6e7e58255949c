import type { TokenKind } from './lex.ts';

/** The message for a token where a term, or an operator or the end, is expected. */
export function adviceOn(
  kind: TokenKind,
  image: string,
  wanted: 'term' | 'operator',
  isEmpty: boolean,
): string {
  switch (kind) {
    case 'end':
      return isEmpty
        ? 'The filter is empty. Write a term such as `status:COMPLETED`, or `*:*` for everything.'
        : 'The filter ends where a term is expected. Add one, or remove the operator before it.';
    case 'and':
    case 'or':
      return `\`${image}\` joins two terms, and the one before it is missing. For the word itself write "${image}".`;
    case 'not':
    case 'plus':
    case 'minus':
      return `\`${image}\` can only begin a clause. If it is part of a value, put the value in quotation marks.`;
    case 'close':
      return wanted === 'term'
        ? 'A term is needed before `)`. Add one, or write `\\)` for the character itself.'
        : 'There is no parenthesis that `)` could close. Remove it, or write `\\)` for the character itself.';
    case 'colon':
      return '`:` stands between a field and its value. Write `\\:` for the character itself.';
    default:
      return `\`${image}\` can only follow a term. Write \`\\${image}\` for the text itself.`;
  }
}

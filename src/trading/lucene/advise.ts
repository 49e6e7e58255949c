import type { TokenKind } from './lex.ts';

/** What to say where a token of this kind cannot stand. */
export function adviceOn(kind: TokenKind, image: string, text: string): string {
  switch (kind) {
    case 'end':
      return text.trim() === ''
        ? 'The filter is empty. Write a term such as `status:COMPLETED`, or `*:*` for everything.'
        : 'The filter ends where a term is needed. Add one, or remove what stands before.';
    case 'and':
    case 'or':
      return `\`${image}\` joins two terms, and the one before it is missing. For the word itself write "${image}".`;
    case 'not':
    case 'plus':
    case 'minus':
      return `\`${image}\` cannot stand here. For the character itself put the term in quotation marks.`;
    case 'colon':
      return '`:` stands between a field and its value. For the character itself write `\\:`.';
    case 'caret':
    case 'fuzzy':
      return `\`${image}\` can only follow a term. For the character itself write \`\\${image}\`.`;
    case 'close':
      return text.slice(0, 1) === ')'
        ? '`)` closes nothing. Remove it, or write `\\)` for the character.'
        : 'A term is needed before `)`, or nothing is open that it could close.';
    default:
      return `\`${image}\` cannot stand here. Put an operator such as AND before it, or quotation marks around it.`;
  }
}

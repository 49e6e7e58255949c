import type { TravelRule } from './schema.ts';
import { personalTexts } from './texts.ts';

const HIDDEN = '…';
/** Shorter ones are parts of too many words, except where a character is a word. */
const SHORTEST = 2;
/** Their texts have no spaces between words. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v');
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}]$`, 'v');
const IN_A_WORD = String.raw`[[\p{L}\p{M}\p{N}]--[${UNSPACED}]]`;

/**
 * A text of an exchange without what was said about people, which exchanges repeat when they refuse it, in small or
 * capital letters, with or without accents, and with other letters in place of special ones.
 */
export function redact(text: string, data: TravelRule | undefined): string {
  if (!data) return text;
  let shown = readable(text).normalize('NFD');
  const all = [...new Set(personalTexts(data).flatMap(spellings))].toSorted((a, b) => b.length - a.length);
  for (const word of all) {
    if (word.length >= SHORTEST || STARTS_UNSPACED.test(word))
      shown = shown.replaceAll(patternOf(word), HIDDEN);
  }
  return withoutCut(shown, all).normalize('NFC');
}

/** What JSON and addresses write in another way would hide where a name begins. */
const readable = (text: string): string =>
  text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\[bfnrt]/g, ' ')
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
    );

/** Where a text was cut off, the beginning of what was said about people may be left at its end. */
function withoutCut(text: string, words: readonly string[]): string {
  if (!text.endsWith(HIDDEN)) return text;
  const lower = withoutMarks(text.slice(0, -HIDDEN.length)).toLowerCase();
  const left = words
    .flatMap((word) => Array.from(word, (_letter, index) => word.slice(0, index + 1)))
    .filter((part) => part.length >= SHORTEST && lower.endsWith(part.toLowerCase()))
    .toSorted((a, b) => b.length - a.length);
  const [longest] = left;
  return longest === undefined
    ? text
    : text.replace(new RegExp(`${lettersOf(longest)}${HIDDEN}$`, 'iv'), HIDDEN);
}

/** What stands for letters that have no accent to leave out, or where it is not left out. */
const PLAIN: readonly Readonly<Record<string, string>>[] = [
  {},
  { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
  { ß: 'ss', ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' },
];

/** As others may write it, in any case. */
function spellings(text: string): string[] {
  const letters = Array.from(text.normalize('NFC'));
  return PLAIN.map((plain) =>
    withoutMarks(letters.map((letter) => plain[letter.toLowerCase()] ?? letter).join('')),
  );
}

const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** With any accents, and spaces as forms write them. */
const lettersOf = (word: string): string =>
  Array.from(word, (one) =>
    one === ' ' ? '[ +]' : `${one.replace(/[.*+?^${}()|[\]\\/]/, String.raw`\$&`)}\\p{M}*`,
  ).join('');

function patternOf(word: string): RegExp {
  const before = STARTS_UNSPACED.test(word) ? '' : `(?<!${IN_A_WORD})`;
  const after = ENDS_UNSPACED.test(word) ? '' : `(?!${IN_A_WORD})`;
  return new RegExp(`${before}${lettersOf(word)}${after}`, 'giv');
}

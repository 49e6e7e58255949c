import { StringDecoder } from 'node:string_decoder';
import { Parser } from 'saxen';
import { Problem } from '../../../kernel/index.ts';

const MAX_DEPTH = 40;
const MAX_TEXT = 10_000;
const MAX_QUIET = 256 * 1024;
/** Of one entry of a statement with all its payments; attributes count as well. */
const MAX_ELEMENTS = 500_000;

/** An element without its namespace. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** The texts of the elements at a path below an element. */
export function textsAt(element: Element | undefined, ...path: readonly string[]): string[] {
  return elementsAt(element, ...path).map(({ text }) => text.trim());
}

export const textAt = (element: Element | undefined, ...path: readonly string[]): string | undefined =>
  textsAt(element, ...path)[0];

export function elementsAt(element: Element | undefined, ...path: readonly string[]): Element[] {
  let found = element ? [element] : [];
  for (const name of path)
    found = found.flatMap(({ children }) => children.filter((each) => each.name === name));
  return found;
}

/**
 * Reads a document in chunks and gives each element with one of the names to `take`, with the names of those around it;
 * then it is forgotten, and what is in none of them is not kept at all, so that a long statement needs no memory for all
 * of it. There are no entities: a document that declares any is refused.
 */
export function readXml(
  chunks: Iterable<Uint8Array>,
  names: ReadonlySet<string>,
  take: (element: Element, around: readonly string[]) => void,
): void {
  const open: Element[] = [];
  /** Of the open elements, those with one of the names. */
  let taken = 0;
  let elements = 0;
  const parser = new Parser();
  parser.on('error', (error) => refuse(error.message));
  parser.on('attention', () => refuse('it has a document type'));
  parser.on('openTag', (tag, attributesOf) => {
    if (open.length >= MAX_DEPTH) refuse('its elements are nested too deeply');
    const name = localName(tag);
    if (names.has(name)) taken += 1;
    const attributes = taken === 0 ? NO_ATTRIBUTES : { ...attributesOf() };
    Object.values(attributes).forEach(checkCharacters);
    const element = { name, attributes, children: [], text: '' };
    if (taken > 0) {
      elements += 1 + Object.keys(attributes).length;
      if (elements > MAX_ELEMENTS) refuse('one entry has too many elements');
      open.at(-1)?.children.push(element);
    }
    open.push(element);
  });
  const addText = (text: string): void => {
    const element = open.at(-1);
    // What is between elements says nothing.
    if (!element || taken === 0 || text.trim() === '') return;
    checkCharacters(text);
    element.text += text;
    if (element.text.length > MAX_TEXT) refuse('a text is too long');
  };
  parser.on('text', (text, decode) => addText(decode(text)));
  parser.on('cdata', addText);
  parser.on('closeTag', () => {
    const element = open.pop();
    if (!element || !names.has(element.name)) return;
    take(element, ['', ...open.map(({ name }) => name)]);
    taken -= 1;
    if (taken === 0) elements = 0;
    open.at(-1)?.children.pop();
  });
  const decoder = new StringDecoder('utf8');
  let quiet = 0;
  for (const chunk of chunks) {
    const text = decoder.write(Buffer.from(chunk));
    // The parser reads a text that goes on again with each chunk.
    quiet = text.includes('<') ? 0 : quiet + text.length;
    if (quiet > MAX_QUIET) refuse('a text is too long');
    parser.write(text);
  }
  parser.end();
  if (open.length > 0) refuse('it ends too early');
}

/** XML has none of them, not even by their numbers, and no text of the database can have them. */
const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function checkCharacters(text: string): void {
  if (NO_CHARACTER.test(text)) refuse('it has a character that XML does not take');
}

const NO_ATTRIBUTES: Element['attributes'] = {};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function refuse(reason: string): never {
  throw new Problem('unprocessable', `The file is not a message of a bank: ${reason}.`);
}

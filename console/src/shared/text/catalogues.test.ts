import { describe, expect, it } from 'vitest';

type Catalogue = Readonly<Record<string, unknown>>;

const ENGLISH: Readonly<Record<string, Catalogue>> = import.meta.glob('../../**/*texts.ts', { eager: true });
const GERMAN: Readonly<Record<string, Catalogue>> = import.meta.glob('../../**/*texts.de.ts', {
  eager: true,
});

/** Names, abbreviations and words that are the same in both languages. */
const SAME = new Set(
  `Quaestor Admin Bank BIC Browser Chat Client Clients Code Compliance CSV Deutsch Enter English Format Hash IBAN IOC JSON Limit Link Links Lots
  Maker Manager Memo MsgId Name NTP Order Orders Parquet min Partner Passkey Passkeys PDF Person POST SHA Slack Status Symbol Tag
  Taker Telegram Trace Track TWAP UID URL USD UTC Version VWAP Wallet Webhook Webhooks XLSX email gold newsletter`.split(
    /\s+/,
  ),
);

/** Stands for every parameter: a time, and a text that no catalogue has. */
const SAMPLE = '2026-01-31';
/** What it looks like where something else was expected. */
const SHOWN = /2026-01-31|31 Jan 2026|NaN|undefined/g;

/** Every text by its path, also what functions say about a sample. */
function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return said(value as (...values: unknown[]) => unknown, path);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, `${path}.${name}`));
}

function said(text: (...values: unknown[]) => unknown, path: string): [string, string][] {
  try {
    const result = text(...Array.from({ length: text.length }, () => SAMPLE));
    return typeof result === 'string' ? [[path, result.replaceAll(SHOWN, '')]] : [];
  } catch {
    // It takes something else than a text.
    return [];
  }
}

/** English needs no words for codes of the server. */
const ONLY_TRANSLATED = new Set(['codes', 'kinds']);

const membersOf = (value: unknown, path: string): string[] =>
  typeof value !== 'object' || value === null
    ? [`${path}: ${typeof value}`]
    : Object.entries(value).flatMap(([name, member]) =>
        ONLY_TRANSLATED.has(name) ? [] : membersOf(member, `${path}.${name}`),
      );

const isTranslated = (text: string): boolean =>
  (text.match(/\p{L}{3,}/gu) ?? []).some((word) => !SAME.has(word));

describe.each(Object.keys(ENGLISH))('%s', (path) => {
  const [english = {}, german] = [ENGLISH[path], GERMAN[path.replace(/\.ts$/, '.de.ts')]];

  it('has a German catalogue with the same members', () => {
    expect(membersOf(german, '').toSorted()).toEqual(membersOf(english, '').toSorted());
  });

  it('has no German text that is the English one', () => {
    const own = new Map(textsOf(german, ''));
    const equal = textsOf(english, '').filter(
      ([member, text]) => own.get(member) === text && isTranslated(text) && !isCode(text),
    );
    expect(equal).toEqual([]);
  });
});

/** A filter, a format of days or a name of a file: people type or see it as it is in every language. */
const isCode = (text: string): boolean => /^\w+:\S|^D+\.? |\.\w{3}$|^[\w-]+\d$/.test(text);

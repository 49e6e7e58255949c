import { personalTexts } from './form.ts';
import type { TravelRule } from './schema.ts';

const HIDDEN = '…';
const SHORTEST = 2;

/** A text of an exchange without what was said about people, which exchanges repeat when they refuse it. */
export function redact(text: string, data: TravelRule | undefined): string {
  if (!data) return text;
  // As JSON and addresses write them.
  let shown = text.replaceAll(/\\u([0-9a-f]{4})/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const all = personalTexts(data)
    .flatMap((one) => {
      const encoded = encodeURIComponent(one);
      return one.length < SHORTEST ? [] : [one, encoded, encoded.replaceAll('%20', '+')];
    })
    .toSorted((a, b) => b.length - a.length);
  for (const word of new Set(all)) {
    const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    shown = shown.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu'), HIDDEN);
  }
  return shown;
}

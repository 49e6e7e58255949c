import type { Preferences } from '@quaestor/sdk';
import { LANGUAGE, setPersonZone } from '../text/index.ts';

/** Read by the service, which answers the page in this language from then on. */
const COOKIE = 'quaestor-language';
const YEAR_S = 365 * 24 * 60 * 60;

/** Shows times and words as the person has chosen. Another language is another page, so the page is loaded again. */
export function followPreferences({ language, timeZone }: Preferences): void {
  setPersonZone(timeZone);
  // The cookie has the language already: the service has no other page.
  if (keptLanguage() === language) return;
  document.cookie = `${COOKIE}=${language ?? ''}; path=/console; samesite=lax; max-age=${language === null ? 0 : YEAR_S}`;
  if (language !== LANGUAGE && keptLanguage() === language) location.reload();
}

function keptLanguage(): string | null {
  const kept = document.cookie.split('; ').find((each) => each.startsWith(`${COOKIE}=`));
  return kept?.slice(COOKIE.length + 1) ?? null;
}

/** What a setting must be that names a service. */
export const BASE_URL = 'an http:// or https:// URL without a slash at its end';

export const isBaseUrl = (text: string): boolean =>
  URL.canParse(text) && /^https?:/.test(text) && !text.endsWith('/');

import { systemOf } from '../session/index.ts';
import { texts } from './texts.ts';

/** In this order: most browsers also name those after them. */
const BROWSERS = [
  ['Edge', /Edg/],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
] as const;

/** `Chrome on Linux`, or all that a program says of itself. */
export function browserOf(userAgent: string): string {
  const browser = BROWSERS.find(([, mark]) => mark.test(userAgent))?.[0];
  const system = systemOf(userAgent);
  return browser === undefined || system === undefined ? userAgent : texts.on(browser, system);
}

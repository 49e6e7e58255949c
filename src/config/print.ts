import { settings } from './list.ts';
import type { Config } from './settings.ts';

/** Returns the effective configuration with secrets masked. */
export function printConfig(config: Config): string {
  const lines = settings().map(({ path, secret }) => {
    const value = path
      .split('.')
      .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], config);
    const shown = secret && String(value) !== '' ? mask(String(value)) : value;
    return `${path}: ${JSON.stringify(shown, (_name, part: unknown) => (typeof part === 'string' ? hidePassword(part) : part))}`;
  });
  return [
    `# ${config.demo ? 'demo mode: no configuration file' : 'from a configuration file'}`,
    ...lines,
  ].join('\n');
}

const HIDDEN = '********';
/** Of the secrets only the address of the database says more; others may look like a URL because they have a colon. */
const DATABASE = /^postgres(ql)?:\/\//;

const mask = (secret: string): string =>
  DATABASE.test(secret) && URL.canParse(secret) ? hidePassword(secret) : HIDDEN;

/** Proxies of venues have passwords too. */
function hidePassword(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.password === '') return text;
  url.password = HIDDEN;
  return url.href;
}

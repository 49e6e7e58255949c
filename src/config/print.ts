import { settings, type Config } from './settings.ts';

/** Returns the effective configuration with secrets masked. */
export function printConfig(config: Config): string {
  const lines = settings().map(({ path, secret }) => {
    const value = path
      .split('.')
      .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], config);
    const shown = secret && value !== '' ? mask(String(value)) : value;
    return `${path}: ${JSON.stringify(shown)}`;
  });
  return [
    `# ${config.demo ? 'demo mode: no configuration file' : 'from a configuration file'}`,
    ...lines,
  ].join('\n');
}

function mask(secret: string): string {
  if (!URL.canParse(secret)) return '********';
  const url = new URL(secret);
  if (url.password !== '') url.password = '********';
  return url.href;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { COMMAND_NAMES, createProgram } from './program.ts';
import { rejectFlagsTakenByNpm } from './serve.ts';

const run = async (...args: readonly string[]) =>
  (await createProgram(args)).parseAsync(args, { from: 'user' });

/** Every command that can be given, by its words. */
function commandsOf(command: Command, words: string): [string, Command][] {
  const below = command.commands.flatMap((each) => commandsOf(each, `${words} ${each.name()}`));
  return [[words, command], ...below];
}

describe.each(commandsOf(await createProgram(COMMAND_NAMES), 'quaestor'))('%s --help', (words, command) => {
  it('says what it does, how it is written, and which flags every command takes', () => {
    let text = '';
    command.configureOutput({ writeOut: (more) => (text += more) }).outputHelp();
    expect(text).toContain(`Usage: ${words}`);
    expect(command.description()).not.toBe('');
    expect(text).toContain('--data <folder>');
  });
});

it.each([
  ['credentials', 'list'],
  ['audit', 'verify'],
  ['jobs', 'list'],
  ['reconcile', 'release', '--reason', 'compared'],
  ['import', 'rates', 'rates.csv'],
  ['credit', '--through', '2024-03-31'],
])('%s %s refuses a data folder without a database, and creates none', async (...args) => {
  const data = join(temporaryFolder(), 'misspelt');
  await expect(run(...args, '--data', data)).rejects.toThrow(
    new Error(`There is no database in ${data}. Check --data, or create one with quaestor migrate.`),
  );
  expect(existsSync(data)).toBe(false);
});

describe('a setting that is no flag', () => {
  const SECRETS = [
    ['--secret', 'QUAESTOR_SECRET', 'secret'],
    ['--database-url', 'DATABASE_URL', 'database.url'],
    ['--auth-client-secret', 'QUAESTOR_AUTH_CLIENT_SECRET', 'auth.clientSecret'],
    ['--facts-clickhouse-password', 'QUAESTOR_FACTS_CLICKHOUSE_PASSWORD', 'facts.clickhousePassword'],
    ['--storage-secret-access-key', 'QUAESTOR_STORAGE_SECRET_ACCESS_KEY', 'storage.secretAccessKey'],
  ] as const;

  it.each(SECRETS)(
    '%s is refused without its value, and the message says where a secret belongs',
    async (flag, env, key) => {
      const refusal = new Error(
        `${flag} is not a flag, because others on this machine could read it. ` +
          `Set ${env} in the environment, or ${key} in the configuration file.`,
      );
      await expect(run('serve', flag, 'hidden')).rejects.toThrow(refusal);
      await expect(run('serve', `${flag}=hidden`)).rejects.toThrow(refusal);
      await expect(run('serve', flag)).rejects.toThrow(refusal);
    },
  );

  it('is refused with the name of its variable and its key', async () => {
    const refusal = new Error(
      '--http-body-bytes is not a flag. Set QUAESTOR_HTTP_BODY_BYTES in the environment, or http.bodyBytes in the configuration file.',
    );
    await expect(run('serve', '--http-body-bytes', '2048')).rejects.toThrow(refusal);
    const env = { npm_lifecycle_event: 'start', npm_config_http_body_bytes: 'true' };
    expect(() => rejectFlagsTakenByNpm(env)).toThrow(refusal);
  });

  it('is not in the help', async () => {
    const { commands } = await createProgram(['serve']);
    const serve = commands.find((command) => command.name() === 'serve');
    const help = serve?.helpInformation();
    expect(help).toContain('--trading-port');
    for (const flag of [...SECRETS.map(([name]) => name), '--http-body-bytes'])
      expect(help).not.toContain(flag);
  });
});

it('a flag that npm has taken for itself is answered with the way to write it', () => {
  const env = { npm_lifecycle_event: 'start', npm_config_trading_port: 'true' };
  expect(() => rejectFlagsTakenByNpm(env)).toThrow(
    new Error('npm keeps --trading-port for itself. Write: npm start -- --trading-port <value>'),
  );
});

it('the help of the program names every command without loading what they need', async () => {
  const program = await createProgram(['--help']);
  expect(program.commands.map((command) => command.name())).toEqual(COMMAND_NAMES);
  expect(program.commands.filter(({ options, commands }) => options.length + commands.length > 0)).toEqual(
    [],
  );
});

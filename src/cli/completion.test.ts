import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { KINDS } from '../partner/facts/kinds/index.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { candidates } from './completion.ts';
import { COMMAND_NAMES, createProgram } from './program.ts';

const complete = async (...words: readonly string[]): Promise<string[]> =>
  candidates(await createProgram(words), words).map(({ word }) => word);

describe('completion offers', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['commands that begin as typed', ['fa'], ['facts']],
    ['commands after a global flag with its value', ['--data', './here', 'cred'], ['credit', 'credentials']],
    ['the commands of a command', ['jobs', 're'], ['retry']],
    ['flags of the command and of all commands', ['import', '--d'], ['--dry-run', '--data']],
    ['kinds of facts', ['import', 'client'], ['clients', 'client-accounts']],
    ['kinds of facts after a flag', ['facts', 'export', '--data', 'x', 'rat'], ['rates']],
    ['the values of a flag', ['facts', 'rebuild', '--engine', ''], ['duckdb', 'clickhouse']],
    ['the states of jobs', ['jobs', 'list', '--state', 'de'], ['dead']],
    ['no flag that is a secret', ['serve', '--sec'], []],
    ['nothing for the value of a flag that can be any file', ['serve', '--config', ''], []],
    ['nothing for an argument that can be any file', ['import', 'orders', ''], []],
    ['nothing after all arguments', ['import', 'orders', 'orders.csv', ''], []],
    ['nothing for a command that does not exist', ['nothing', ''], []],
  ])('%s', async (_what, words, offered) => {
    const found = await complete(...words);
    expect(found.toSorted()).toEqual(offered.toSorted());
  });

  it('every command before anything is typed', async () => {
    expect(await complete('')).toEqual(expect.arrayContaining([...COMMAND_NAMES]));
    expect(await complete()).toEqual(await complete(''));
  });

  it('every kind of facts', async () => {
    expect(await complete('import', '')).toEqual(KINDS.map(({ name }) => name));
  });
});

async function printed(...args: readonly string[]): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await (await createProgram(args)).parseAsync(args, { from: 'user' });
  return log.mock.calls.map(([line]) => `${String(line)}\n`).join('');
}

it('words are completed as they are, also when they look like flags of the completion', async () => {
  expect(await printed('completion', 'words', '--', 'import', '--dry')).toBe(
    '--dry-run\tcheck every line and count what would change, and store nothing\n',
  );
});

it('bash completes the word before the cursor with what the program prints', async () => {
  const folder = temporaryFolder();
  const program = join(folder, 'quaestor');
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/given'\nprintf 'orders\\tEach order.\\nother\\t\\n'\n`,
  );
  chmodSync(program, 0o755);
  const script = `${await printed('completion', 'bash')}
    COMP_WORDS=('${program}' import 'o' 'later words'); COMP_CWORD=2; _quaestor
    printf '%s\\n' "\${COMPREPLY[@]}"; cat '${folder}/given'; complete -p quaestor`;
  expect(execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).split('\n')).toEqual(
    'orders|other|completion|words|--|import|o|complete -o default -F _quaestor quaestor|'.split('|'),
  );
});

it.each(['zsh', 'fish'])('the script for %s asks the program for the words', async (shell) => {
  expect(await printed('completion', shell)).toContain('completion words -- ');
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { readCredentials } from './read-credentials.ts';

const file = (text: string): string => {
  const path = join(temporaryFolder(), 'venue.json');
  writeFileSync(path, text);
  return path;
};

describe('the credentials of a venue', () => {
  it('come from the environment, with the password only where there is one', async () => {
    const env = { BIG_KEY: 'k', BIG_SECRET: 's', OTHER_PASSWORD: 'p' };
    expect(await readCredentials('env:BIG', env)).toEqual({ key: 'k', secret: 's' });
    expect(await readCredentials('env:BIG', { ...env, BIG_PASSWORD: 'p' })).toEqual({
      key: 'k',
      secret: 's',
      password: 'p',
    });
  });

  it('come from a file', async () => {
    const path = file('{"key":"k","secret":"s","password":"p"}');
    expect(await readCredentials(`file:${path}`, {})).toMatchObject({ key: 'k', secret: 's', password: 'p' });
  });

  it.each([
    ['a variable is missing', 'env:BIG', /must give BIG_KEY and BIG_SECRET/],
    ['the file is missing', 'file:/nowhere/venue.json', /nowhere\/venue\.json .* cannot be read \(ENOENT\)/],
  ])('stop the start in one sentence when %s', async (_when, source, message) => {
    await expect(readCredentials(source, { BIG_KEY: 'hush' })).rejects.toThrow(message);
  });

  it.each(['hush', '{"key":"hush"}', '{"key":"hush","secret":""}', '[]'])(
    'are not repeated when the file is of another form: %s',
    async (text) => {
      const refusal = readCredentials(`file:${file(text)}`, {});
      await expect(refusal).rejects.toThrow(/must hold a JSON object/);
      await expect(refusal).rejects.not.toThrow(/hush/);
    },
  );
});

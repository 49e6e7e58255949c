import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../platform/local/index.ts';

export const DEMO_CODES = ['aurora', 'borealis', 'cumulus'] as const;
export type DemoCode = (typeof DEMO_CODES)[number];

/** Where a venue of the demo listens, and what opens it. Chosen at first start and kept. */
export interface Access {
  readonly port: number;
  readonly controlPort: number;
  readonly key: string;
  readonly secret: string;
  readonly controlToken: string;
}

export const venuesFolder = (dataFolder: string): string => join(dataFolder, 'venues');
export const accessFile = (dataFolder: string, code: string): string =>
  join(venuesFolder(dataFolder), `${code}.json`);

/** Reads a venue's access, or makes it. Of several processes that do so at once one makes it, and all get the same. */
export async function openAccess(dataFolder: string, code: DemoCode): Promise<Access> {
  const path = accessFile(dataFolder, code);
  try {
    return await readAccess(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(venuesFolder(dataFolder), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomWord()}`;
  await writeFile(unfinished, JSON.stringify(await makeAccess(code)), { mode: 0o600 });
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(unfinished);
  return readAccess(path);
}

export const readAccess = async (path: string): Promise<Access> =>
  JSON.parse(await readFile(path, 'utf8')) as Access;

const randomWord = (): string => randomBytes(24).toString('base64url');

async function makeAccess(code: DemoCode): Promise<Access> {
  const first = DEMO_CODES.indexOf(code) * 2;
  return {
    port: await freePort(first),
    controlPort: await freePort(first + 1),
    key: randomWord(),
    secret: randomWord(),
    controlToken: randomWord(),
  };
}

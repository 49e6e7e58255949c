import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InUse, openDuckdb, type DuckdbOptions } from '../../../platform/duckdb/index.ts';

/** The files of a folder with stores. The name of a store carries its layout. */
export class StoreFiles {
  readonly folder: string;
  readonly layout: string;
  /** The store that answers. */
  readonly present: string;
  /** The one that is being made. */
  readonly next: string;
  readonly spillFolder: string;

  constructor(folder: string, layout: string) {
    this.folder = folder;
    this.layout = layout;
    this.present = join(folder, `store-${layout}.duckdb`);
    this.next = join(folder, `store-${layout}.new.duckdb`);
    this.spillFolder = join(folder, 'spill');
  }

  /** Makes room for the next store, unless another process is making one here. */
  async clearNext(options: Omit<DuckdbOptions, 'path'>): Promise<void> {
    const left = await openDuckdb({ ...options, path: this.next }).catch((error: unknown) => {
      if (error instanceof InUse) throw error;
    });
    await left?.close();
    await removeStore(this.next);
  }

  /** Puts the next store in the place of the present one. Neither may be open. */
  async promote(): Promise<void> {
    await removeStore(this.present);
    await rename(this.next, this.present);
    const [, ...older] = await this.others();
    await Promise.all(older.map(removeStore));
  }

  /** Moves a store out of the way that cannot be used. */
  async setAside(path: string): Promise<void> {
    await removeStore(`${path}.unusable`);
    await rename(path, `${path}.unusable`);
    await rm(`${path}.wal`, { force: true });
  }

  /** Stores of other layouts, newest first. */
  async others(): Promise<string[]> {
    const names = await readdir(this.folder);
    const paths = names
      .filter((name) => /^store-[0-9a-f]+[.]duckdb$/.test(name))
      .map((name) => join(this.folder, name))
      .filter((path) => path !== this.present);
    const dated = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
    return dated.toSorted((a, b) => b.at - a.at).map(({ path }) => path);
  }

  /** Removes what a process that was killed has left. Only for the process whose folder this is. */
  async clearSpill(): Promise<void> {
    await rm(this.spillFolder, { recursive: true, force: true });
    await mkdir(this.spillFolder, { recursive: true });
  }
}

async function removeStore(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.wal`, { force: true });
}

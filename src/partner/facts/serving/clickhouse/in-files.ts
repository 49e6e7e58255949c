import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

export type NewFile = () => string;

/** Gives names to files, which are removed afterwards. */
export async function inFiles<T>(folder: string, work: (newFile: NewFile) => Promise<T>): Promise<T> {
  const paths: string[] = [];
  const newFile = (): string => {
    const path = join(folder, `${randomUUID()}.parquet`);
    paths.push(path);
    return path;
  };
  try {
    return await work(newFile);
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  }
}

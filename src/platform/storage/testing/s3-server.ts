import { createRequire } from 'node:module';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import type { S3Settings } from '../s3.ts';

interface S3Process {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

/** It brings no types. */
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3Process;

export const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const BUCKET = 'files';

/** A server that speaks S3, with an empty bucket. It believes every signature. */
export async function startS3() {
  const folder = makeFolder();
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  return {
    port,
    folder,
    url: `http://127.0.0.1:${port}`,
    /** The settings of the bucket, at this address. */
    settingsAt: (endpoint: string): S3Settings => ({
      bucket: BUCKET,
      endpoint: endpoint.replace(/\/$/, ''),
      region: 'us-east-1',
      prefix: 'exports/',
      ...KEYS,
      pathStyle: true,
    }),
    async close(): Promise<void> {
      await server.close();
      await removeFolder(folder);
    },
  };
}

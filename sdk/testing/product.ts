import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, removeFolder } from '../../src/testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../../src/testing/process.ts';

interface Credentials {
  readonly operator: { readonly client_id: string; readonly client_secret: string };
  readonly approver: { readonly client_id: string; readonly client_secret: string };
  readonly viewer: { readonly client_id: string; readonly client_secret: string };
  readonly partner: { readonly login: string; readonly password: string };
}

export interface Product {
  readonly trading: string;
  readonly partner: string;
  /** Where its `data/credentials.json` is. */
  readonly folder: string;
  readonly credentials: Credentials;
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the built product in demo mode as a process of its own: simulated exchanges, a worker, demo data. */
export async function startProduct(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Product> {
  const folder = makeFolder();
  const data = join(folder, 'data');
  const [trading, partner] = [await newPort(), await newPort()];
  const ports = ['--trading-port', `${trading}`, '--partner-port', `${partner}`, '--metrics-port', '0'];
  let running: Quaestor;
  const start = async (): Promise<void> => {
    running = quaestor(['serve', '--data', data, ...ports, ...args], {
      QUAESTOR_HTTP_WRITES_PER_MINUTE: '1000000',
      QUAESTOR_HTTP_READS_PER_MINUTE: '1000000',
      QUAESTOR_WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: 'true',
      ...env,
    });
    await running.until('Press Ctrl-C to stop.');
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    running.child.kill(signal);
    await running.ended;
  };
  await start();
  return {
    trading: `http://127.0.0.1:${trading}`,
    partner: `http://127.0.0.1:${partner}`,
    folder,
    credentials: JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8')) as Credentials,
    kill: () => end('SIGKILL'),
    start,
    async close() {
      await end('SIGTERM');
      await removeFolder(folder);
    },
  };
}

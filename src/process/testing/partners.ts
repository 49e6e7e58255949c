import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCredential } from '../../platform/auth/index.ts';
import { connect } from '../../platform/postgres/index.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../../testing/process.ts';
import { operatorContext } from '../context.ts';

export interface PartnerProcess {
  readonly url: string;
  readonly data: string;
  /** Undefined while it does not run. */
  readonly pid: number | undefined;
  /** What it has written since its last start. */
  output(): string;
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** By default the program that was built. */
  start(program?: string): Promise<void>;
}

interface PartnerGroup {
  readonly first: PartnerProcess;
  readonly processes: readonly PartnerProcess[];
  /** Starts another process, with an empty data folder. */
  readonly join: () => Promise<PartnerProcess>;
  /** Sends facts of a kind and returns the answer; undefined when the connection was lost. */
  send(url: string, kind: string, rows: readonly object[]): Promise<Answer | undefined>;
  /** A report of the partner P1; undefined when the connection was refused or lost. */
  report(
    url: string,
    path: string,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Answer | undefined>;
  /** Runs a command of the command line, by default without the data folder of any process. */
  readonly command: (
    ...args: readonly string[]
  ) => Promise<{ readonly code: number | null; readonly output: string }>;
  /** The folder of the configuration. */
  readonly folder: string;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly etag: string;
  readonly asOf: string;
  readonly retryAfter: string;
}

interface PartnerOptions {
  readonly files?: string;
  readonly settings?: object;
  readonly env?: Readonly<Record<string, string>>;
}

/** Real partner processes, each with a data folder of its own, on one database and one storage. */
export async function startPartners(
  databaseUrl: string,
  count: number,
  { files = 'files', settings = {}, env: added = {} }: PartnerOptions = {},
): Promise<PartnerGroup> {
  const folder = makeFolder();
  const config = resolve(folder, 'quaestor.yaml');
  const publicUrl = 'http://partner.example';
  writeFileSync(
    config,
    JSON.stringify({
      secret: 's'.repeat(32),
      roles: ['partner'],
      partner: { publicUrl },
      metrics: { port: 0 },
      http: { writesPerMinute: 1_000_000, readsPerMinute: 1_000_000 },
      auth: { tokenLifetimeSeconds: 3600 },
      storage: { folder: files },
      log: { level: 'fatal' },
      ...settings,
    }),
  );
  const env = { DATABASE_URL: databaseUrl, QUAESTOR_CONFIG: config, ...added };
  const running = new Map<string, Quaestor>();
  const processes: PartnerProcess[] = [];
  const join = async (): Promise<PartnerProcess> => {
    const port = await newPort();
    const data = resolve(folder, `data-${processes.length}`);
    const process: PartnerProcess = {
      url: `http://127.0.0.1:${port}`,
      data,
      get pid() {
        return running.get(data)?.child.pid;
      },
      output: () => running.get(data)?.output() ?? '',
      async start(program) {
        const args = ['serve', '--data', data, '--partner-port', String(port)];
        const started = quaestor(args, env, program);
        running.set(data, started);
        await started.until('is ready.');
      },
      async kill(signal = 'SIGKILL') {
        const killed = running.get(data);
        running.delete(data);
        killed?.child.kill(signal);
        await killed?.ended;
      },
    };
    processes.push(process);
    await process.start();
    return process;
  };
  const first = await join();
  while (processes.length < count) await join();
  const token = await getToken(databaseUrl, first.url, 'sender', ['facts:write']);
  const reader = await getToken(databaseUrl, first.url, 'reader', ['reports:view', 'wallets:view'], 'P1');

  return {
    first,
    processes,
    join,
    async send(url, kind, rows) {
      const body = rows.map((row) => JSON.stringify(row)).join('\n');
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
      return ask(`${url}/api/facts/${kind}/`, { method: 'POST', headers, body });
    },
    report: (url, path, headers = {}, signal) =>
      ask(`${url}${path}`, {
        headers: { authorization: `Bearer ${reader}`, ...headers },
        ...(signal && { signal }),
      }),
    folder,
    async command(...args) {
      const command = quaestor(args, env);
      return { code: await command.ended, output: command.output() };
    },
    async close() {
      await Promise.all(processes.map((each) => each.kill()));
      await removeFolder(folder);
    },
  };
}

async function ask(url: string, init: RequestInit): Promise<Answer | undefined> {
  try {
    const answer = await fetch(url, init);
    const { status, headers } = answer;
    const read = (name: string): string => headers.get(name) ?? '';
    const [etag, asOf, retryAfter] = [read('etag'), read('x-as-of'), read('retry-after')];
    return { status, etag, asOf, retryAfter, text: await answer.text() };
  } catch {
    return undefined;
  }
}

export async function getToken(
  databaseUrl: string,
  url: string,
  role: string,
  scopes: string[],
  partnerUid?: string,
): Promise<string> {
  const name = `${role}-${randomUUID()}`;
  const database = connect({
    url: databaseUrl,
    poolSize: 1,
    statementTimeoutMs: 10_000,
    applicationName: 'test',
  });
  const input = { kind: 'client', name, tenant: 'default', partnerUid, scopes } as const;
  const { secret } = await createCredential(operatorContext(database.db), input);
  await database.close();
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}

/** Asks until an answer comes that is good, and returns how long it took. */
export async function until(isGood: () => Promise<boolean>, timeoutMs: number): Promise<number> {
  const began = performance.now();
  while (!(await isGood())) {
    if (performance.now() - began > timeoutMs) throw new Error(`Not within ${timeoutMs} ms.`);
    await sleep(20);
  }
  return performance.now() - began;
}

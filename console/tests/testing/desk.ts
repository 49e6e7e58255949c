import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { controlExchange, type ExchangeControl } from '../../../exchange/testing/control.ts';
import { openEmbedded } from '../../../src/platform/postgres/index.ts';
import { makeFolder, removeFolder } from '../../../src/testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../../../src/testing/process.ts';

const READY = 'Press Ctrl-C to stop.';

/** The built product as `npm start` runs it: a database and three simulated exchanges of its own. */
export interface Desk {
  /** Of the trading service. */
  readonly url: string;
  readonly partnerUrl: string;
  /** The link with which each person of the demo joins. */
  readonly links: ReadonlyMap<string, string>;
  /** The token of a client of the demo. */
  token(client: 'operator' | 'approver'): Promise<string>;
  exchange(code: string): ExchangeControl;
  /** The tables of the desk, to bring about what would take days. */
  change(statement: (sql: Sql) => Promise<unknown>): Promise<void>;
  /** Runs a command of the program on the data of the desk. Resolves with what it wrote, also where it fails. */
  run(...command: string[]): Promise<string>;
  /** Ends the process at once, as a power cut would. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDesk(roles = 'trading,worker', ...flags: string[]): Promise<Desk> {
  const folder = makeFolder();
  const data = join(folder, 'data');
  const [trading, partner, metrics] = [await newPort(), await newPort(), await newPort()];
  const args = [
    ['--data', data],
    ['--trading-port', `${trading}`],
    ['--partner-port', `${partner}`],
    ['--metrics-port', `${metrics}`],
    ['--roles', roles],
    flags,
  ].flat();
  const env = {
    // The tests read and write faster than people do.
    QUAESTOR_HTTP_READS_PER_MINUTE: '100000',
    QUAESTOR_HTTP_WRITES_PER_MINUTE: '100000',
    // Receivers of webhooks run on this machine.
    QUAESTOR_WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: 'true',
  };
  const url = `http://localhost:${trading}`;
  const partnerUrl = `http://localhost:${partner}`;
  let process: Quaestor;
  const start = async () => {
    process = quaestor(['serve', ...args], env);
    return process.until(READY);
  };
  const greeting = await start();
  const links = new Map(
    [...greeting.matchAll(/^ {2}(\w+) +(http\S+\/console\/invitation#\S+)$/gm)].map(
      ([, login = '', link = '']) => [login, link],
    ),
  );
  return {
    url,
    partnerUrl,
    links,
    async token(client) {
      const { [client]: secret } = JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8')) as Record<
        string,
        Record<string, string>
      >;
      const body = new URLSearchParams({ grant_type: 'client_credentials', ...secret });
      const answer = (await (await fetch(`${url}/oauth/token`, { method: 'POST', body })).json()) as {
        access_token: string;
      };
      return answer.access_token;
    },
    exchange(code) {
      const access = JSON.parse(readFileSync(join(data, `venues/${code}.json`), 'utf8')) as {
        controlPort: number;
        controlToken: string;
      };
      return controlExchange(access.controlPort, access.controlToken);
    },
    async change(statement) {
      const { url: database } = await openEmbedded({ dataFolder: data, say: () => {} });
      const sql = postgres(database, { max: 1 });
      try {
        await statement(sql);
      } finally {
        await sql.end();
      }
    },
    async run(...command) {
      const { ended, output } = quaestor([...command, '--data', data]);
      await ended;
      return output();
    },
    async kill() {
      process.child.kill('SIGKILL');
      await process.ended;
    },
    async restart() {
      await start();
    },
    async stop() {
      process.child.kill('SIGINT');
      await process.ended;
      await removeFolder(folder);
    },
  };
}

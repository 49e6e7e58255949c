import { userInfo } from 'node:os';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, Problem, systemClock, type ErrorCode, type FieldErrors } from '../../kernel/index.ts';
import { callPeer } from '../../partner/facts/http/index.ts';
import { findWriter } from '../../partner/facts/log/index.ts';
import { signOperatorToken, type Secrets } from '../../platform/auth/index.ts';
import type { Db } from '../../platform/postgres/index.ts';

/** As long as another process needs to take over from one that died. */
const WAIT_MS = 5_000;
const RETRY_EVERY_MS = 200;

interface WriterOptions {
  readonly db: Db;
  readonly secrets: Secrets;
  /** Another partner process than the one that writes. */
  readonly address?: string | undefined;
}

interface WriterRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What the request needs. */
  readonly scope: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The running partner process that a command calls: by default the one that writes. */
export class Writer {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** The body of the answer; rejects with the problem that the process has answered. */
  async request({ method, path, scope, body, headers }: WriterRequest): Promise<unknown> {
    const { db, secrets, address } = this.#options;
    const content = body === undefined ? [] : [Buffer.from(JSON.stringify(body))];
    for (const deadline = performance.now() + WAIT_MS; ;) {
      const found = address ?? (await findWriter(db));
      const user = userInfo().username;
      const now = systemClock.now();
      const token = await signOperatorToken({ secrets, service: 'partner', user, scopes: [scope], now });
      const answer =
        found === undefined
          ? undefined
          : await callPeer({
              url: new URL(path, found),
              method,
              headers: {
                ...headers,
                authorization: `Bearer ${token}`,
                ...(body !== undefined && { 'content-type': 'application/json' }),
              },
              body: Readable.from(content),
              signal: new AbortController().signal,
              isStillRight: async () => address !== undefined || ((await findWriter(db)) ?? found) === found,
            });
      if (answer) return readAnswer(answer.status, answer.body.toString());
      if (performance.now() > deadline) throw unreachable(found);
      await sleep(RETRY_EVERY_MS);
    }
  }
}

const unreachable = (address: string | undefined): Problem =>
  new Problem(
    'unavailable',
    address === undefined
      ? 'No process writes facts any more. Run the command again.'
      : `The process at ${address} cannot be reached. Check facts.address in its configuration, or stop it.`,
  );

function readAnswer(status: number, text: string): unknown {
  if (status < 300) return text === '' ? undefined : JSON.parse(text);
  const { code, detail, errors, ...members } = JSON.parse(text) as {
    code: string;
    detail?: string;
    errors?: FieldErrors;
  } & Record<string, string | number>;
  throw new Problem(isErrorCode(code) ? code : 'internal', detail ?? code, {
    members,
    ...(errors && { errors }),
  });
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

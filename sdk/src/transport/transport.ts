import { ConnectionError, QuaestorError, readError } from '../errors/index.ts';
import type { Call, ClientOptions, Headers, JsonAnswer, RequestOptions, Sender } from './call.ts';
import { confirmStep } from './confirm.ts';
import { Deadline } from './deadline.ts';
import { toQuery } from './query.ts';
import { backOffMs, isTransient } from './retry.ts';

/** How bodies are written and read. The fields named in `whole` are integers. */
interface JsonFormat {
  parse(text: string, whole?: readonly string[]): unknown;
  stringify(value: unknown): string;
}

const PLAIN: JsonFormat = { parse: (text) => JSON.parse(text) as unknown, stringify: JSON.stringify };

const TIMEOUT_MS = 60_000;
const RETRIES = 5;
const REPEATABLE = new Set(['GET', 'PUT', 'DELETE']);

/** Sends calls: authenticates them, repeats those that can be repeated, and throws problems as errors. */
export class Transport implements Sender {
  readonly url: string;
  readonly #options: ClientOptions;
  readonly #json: JsonFormat;
  readonly #fetch: typeof fetch;
  /** The facts that this client has sent are in what it reads. */
  #asOf = '';

  constructor(options: ClientOptions, json: JsonFormat = PLAIN) {
    this.url = options.url.replace(/\/+$/, '');
    this.#options = options;
    this.#json = json;
    this.#fetch = options.fetch ?? fetch;
  }

  async request(call: Call, options?: RequestOptions): Promise<JsonAnswer> {
    return this.send(call, options, async (response) => {
      const text = await response.text();
      return {
        body: text === '' ? undefined : this.#json.parse(text, call.spec.whole),
        headers: response.headers,
      };
    });
  }

  async send<T>(
    call: Call,
    options: RequestOptions = {},
    read: (response: Response) => Promise<T> | T,
  ): Promise<T> {
    const { retries = RETRIES, timeout = TIMEOUT_MS } = this.#options;
    const deadline = new Deadline(options.timeout ?? timeout, options.signal);
    const request = this.#prepare(call, options);
    try {
      for (let attempt = 0; ;) {
        const authorization = await this.#authorize(call, deadline);
        try {
          return await this.#exchange(request, authorization, deadline, read);
        } catch (error) {
          if (this.#renew(call, request, error, authorization)) continue;
          if (await this.#confirm(request, error, deadline)) continue;
          const waitMs = backOffMs(error, attempt);
          if (!request.isRepeatable || !isTransient(error) || attempt >= retries) throw error;
          if (waitMs === undefined || waitMs >= deadline.remainingMs) throw error;
          attempt += 1;
          await deadline.sleep(waitMs);
        }
      }
    } finally {
      deadline.end();
    }
  }

  #prepare({ spec, path = {}, query = {}, body, headers }: Call, { idempotencyKey }: RequestOptions) {
    const { method, takesKey = false } = spec;
    const isRaw =
      body === undefined ||
      typeof body === 'string' ||
      body instanceof URLSearchParams ||
      body instanceof Blob;
    return {
      method,
      url: spec.path.startsWith('/') ? this.url + fill(spec.path, path) + toQuery(query) : spec.path,
      body: isRaw ? body : (spec.hasDecimals ? this.#json : PLAIN).stringify(body),
      isRepeatable: REPEATABLE.has(method) || takesKey || spec.isRecognised === true,
      hasRenewed: false,
      headers: defined({
        accept: 'application/json',
        'content-type': isRaw ? undefined : 'application/json',
        'idempotency-key': takesKey ? (idempotencyKey ?? crypto.randomUUID()) : undefined,
        'x-as-of': spec.takesAsOf && this.#asOf !== '' ? this.#asOf : undefined,
        'x-quaestor-proof': undefined,
        ...headers,
      }),
    };
  }

  async #authorize({ spec }: Call, deadline: Deadline): Promise<Headers> {
    const headers = this.#options.auth?.headers(this, spec.isPublic === true) ?? {};
    return headers instanceof Promise ? deadline.race(headers) : headers;
  }

  async #exchange<T>(
    { method, url, headers, body }: Prepared,
    authorization: Headers,
    { signal }: Deadline,
    read: (response: Response) => Promise<T> | T,
  ): Promise<T> {
    const send = this.#fetch;
    try {
      const response = await send(url, {
        method,
        headers: { ...headers, ...authorization },
        body: body ?? null,
        signal,
      });
      if (!response.ok) throw await readError(response);
      if (method === 'POST') this.#asOf = latest(this.#asOf, response.headers.get('x-as-of'));
      return await read(response);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof QuaestorError) throw error;
      throw new ConnectionError(`${method} ${url} got no whole answer.`, { cause: error });
    }
  }

  /** Whether the token was refused, and the call can be sent once more with a new one. */
  #renew(call: Call, request: Prepared, error: unknown, used: Headers): boolean {
    const { auth } = this.#options;
    if (request.hasRenewed || call.isRenewable === false || !auth) return false;
    if (!(error instanceof QuaestorError) || !('isTokenInvalid' in error) || !error.isTokenInvalid)
      return false;
    request.hasRenewed = auth.renew(used);
    return request.hasRenewed;
  }

  /** Whether the person has confirmed the step, and the call can be sent again with the proof. */
  async #confirm(request: Prepared, error: unknown, deadline: Deadline): Promise<boolean> {
    const { confirm } = this.#options;
    const isChallenge = error instanceof QuaestorError && error.code === 'step_up_required';
    if (!isChallenge || !confirm || 'x-quaestor-proof' in request.headers) return false;
    deadline.pause();
    const isConfirmed = await deadline.race(confirmStep(this, error, confirm, deadline.signal));
    deadline.restart();
    if (isConfirmed) request.headers['x-quaestor-proof'] = error.proof;
    return isConfirmed;
  }
}

interface Prepared {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | URLSearchParams | Blob | undefined;
  readonly isRepeatable: boolean;
  hasRenewed: boolean;
}

const fill = (template: string, path: object): string =>
  template.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String((path as Record<string, unknown>)[name])),
  );

function defined(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) given[name] = value;
  return given;
}

const latest = (a: string, b: string | null): string => (b !== null && b > a ? b : a);

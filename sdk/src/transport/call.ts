import type { Confirmation, ProofOptions } from '../generated/models.ts';
import type { UnauthenticatedError } from '../errors/index.ts';

export type Headers = Readonly<Record<string, string>>;

/** What every call can be given. */
export interface RequestOptions {
  /** Ends the call, which then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The milliseconds for the whole call with all its attempts. */
  readonly timeout?: number | undefined;
  /** Names a call that changes something, where the server accepts it. A new UUID unless given. */
  readonly idempotencyKey?: string | undefined;
}

/** Of a change of something that others can change, too. */
export interface ChangeOptions extends RequestOptions {
  /** The `etag` of what was read: if it has changed since, the call throws a `PreconditionFailedError`. */
  readonly ifMatch?: string | undefined;
}

export interface ClientOptions {
  /** The address of the service, such as `https://trading.example.com`. */
  readonly url: string;
  /** How to authenticate: `clientCredentials`, `password`, `token` or `session`. */
  readonly auth?: Auth | undefined;
  /** The milliseconds for a call with all its attempts: 60,000 unless given. */
  readonly timeout?: number | undefined;
  /** How often a call is repeated after an outage, if a repeat cannot hurt: 5 times unless given. */
  readonly retries?: number | undefined;
  /** Confirms a step with the second factor of the person. Without it, such steps throw `StepUpRequiredError`. */
  readonly confirm?: Confirm | undefined;
  /** Sends the requests: the global `fetch` unless given. */
  readonly fetch?: typeof fetch | undefined;
}

/** How to call an operation. */
export interface Spec {
  readonly method: string;
  /** With `{name}` for its parameters; or a whole address. */
  readonly path: string;
  /** Needs no credential. */
  readonly isPublic?: boolean;
  /** Takes an Idempotency-Key. */
  readonly takesKey?: boolean;
  /** The server recognises a repeat by what it is sent. */
  readonly isRecognised?: boolean;
  /** Can wait for facts. */
  readonly takesAsOf?: boolean;
  /** Its body has numbers with decimals. */
  readonly hasDecimals?: boolean;
  /** The fields of its answer that are whole numbers here, although they have decimals elsewhere. */
  readonly whole?: readonly string[];
}

/** A request before it is authenticated. */
export interface Call {
  readonly spec: Spec;
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Whether a refused token is replaced: not while a person confirms, whose session must stay. */
  readonly isRenewable?: boolean;
}

export interface JsonAnswer {
  readonly body: unknown;
  readonly headers: Response['headers'];
}

/** Sends calls. */
export interface Sender {
  readonly url: string;
  /** Returns the JSON of the answer, undefined without one, and its headers. */
  request(call: Call, options?: RequestOptions): Promise<JsonAnswer>;
  /** Returns what `read` makes of the answer. If reading fails, the call counts as one without an answer. */
  send<T>(
    call: Call,
    options: RequestOptions | undefined,
    read: (response: Response) => Promise<T> | T,
  ): Promise<T>;
}

/** How requests are authenticated. */
export interface Auth {
  /** The headers of a request. Public operations need no credential. */
  headers(sender: Sender, isPublic: boolean): Headers | Promise<Headers>;
  /** Called when the server has refused these headers. Returns whether there can be others. */
  renew(refused: Headers): boolean;
}

/** A step that waits for the second factor of the person. */
export interface Challenge {
  readonly proof: string;
  /** Exactly what the person confirms: show it. */
  readonly approves: Readonly<Record<string, unknown>>;
  /** Gets the options for `navigator.credentials.get`, and whether a code of the app is accepted. */
  readonly options: () => Promise<ProofOptions>;
  /** Why the answer before this one was refused. */
  readonly refused?: UnauthenticatedError;
}

/** Returns the code of the app or the response of the passkey; undefined to give up. */
export type Confirm = (challenge: Challenge) => Promise<Confirmation | undefined>;

import type { Static, TObject, TSchema } from 'typebox';
import type { Context, ErrorCode, FieldErrors } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';

export type RequestContext = Context<Db>;

type Input<S> = S extends TSchema ? Static<S> : unknown;

export interface HeaderDeclaration {
  readonly description: string;
  readonly example: string;
  /** Of an answer: whether only some have it. */
  readonly optional?: true;
}

/** Headers that the OpenAPI document describes by other means than parameters. */
type StandardHeader = 'accept' | 'accept-encoding' | 'authorization';

export interface EndpointRequest<Params, Query, Body, Header extends string = string> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Only those that the endpoint declares. */
  readonly headers: { readonly [name in Header | StandardHeader]?: string | undefined };
  /** The address of the client, behind trusted proxies. */
  readonly ip: string;
}

export interface EndpointAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

type SuccessStatus = 200 | 201 | 202 | 204 | 206 | 302 | 304;

/** The body of each success status: a JSON schema, another content type, or null for none. */
type Answers = Partial<Record<SuccessStatus, AnswerDeclaration>>;

export interface AnswerDeclaration {
  readonly description: string;
  readonly schema: TSchema | null;
  readonly contentType?: string;
  /** Other content types that `Accept` can select. */
  readonly alsoAs?: Readonly<Record<string, TSchema>>;
  readonly headers?: Readonly<Record<string, HeaderDeclaration>>;
  /** For server-sent events: the schema of their data, by the name of the event. */
  readonly events?: Readonly<Record<string, TSchema>>;
}

/** Days as `YYYY-MM-DD`, at least a year apart. */
export interface Deprecation {
  readonly since: string;
  readonly until: string;
  readonly instead: string;
}

interface EndpointBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `:name`. */
  readonly path: string;
  /** The OpenAPI operation id, camelCase. */
  readonly operation: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The required scope, `any token` for any valid token, or `public`. */
  readonly scope: string;
  readonly answers: Answers;
  /** Specific errors; those of every endpoint are added automatically. */
  readonly errors?: readonly ErrorCode[];
  /** The format of the body: JSON (default), an HTML form, or an unparsed stream. */
  readonly bodyKind?: 'json' | 'form' | 'stream';
  /** For `stream`: the accepted content types. */
  readonly bodyTypes?: readonly string[];
  /** Of a JSON body, if the example of its schema does not fit. */
  readonly bodyExample?: unknown;
  /** For `stream`: named bodies by content type; one without is binary. */
  readonly streamExamples?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * Takes an `Idempotency-Key`: a repeat gets the first answer or, where that shows a secret, is refused. For every POST
   * whose repeat the server could not recognise otherwise. Its commands must run one after the other.
   */
  readonly repeats?: 'answered again' | 'refused for a secret';
  /** The path of what a 201 has created, with members of its body or of the request as `{name}`. */
  readonly location?: string;
  /** Which process answers, if not any: another one forwards the request to it. */
  readonly answeredBy?: 'writer';
  /** Whether callers can ask it not to answer from older data than they have seen or written. */
  readonly waitsForWrites?: boolean;
  /** As whom a caller who may read everything can ask for it. */
  readonly readAs?: 'partner';
  /** Since when another endpoint should be used, until when this one is served, and the path of the other. */
  readonly deprecated?: Deprecation;
  readonly bodyLimitBytes?: number;
  readonly timeoutMs?: number;
  /** Checks fields against each other; fields that are already in `errors` are malformed. */
  readonly check?: (query: Readonly<Record<string, unknown>>, errors: FieldErrors) => void;
  /** Sends errors as OAuth clients expect them: `application/json` with an additional `error` member. */
  readonly oauthFaults?: boolean;
}

interface EndpointDefinition<
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends TSchema | undefined,
  H extends string,
> extends EndpointBase {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The request headers to read, in lower case. */
  readonly headers?: Readonly<Record<H, HeaderDeclaration>>;
  /** What stands for the body where repeats are distinguished, as its hash is stored. */
  comparedAs?(body: Input<B>): unknown;
  handle(
    context: RequestContext,
    request: EndpointRequest<Input<P>, Input<Q>, Input<B>, H>,
  ): EndpointAnswer | Promise<EndpointAnswer>;
}

/** One operation of a service: the declaration defines its route, checks and OpenAPI entry. */
export interface Endpoint extends EndpointBase {
  readonly params?: TObject | undefined;
  readonly query?: TObject | undefined;
  readonly body?: TSchema | undefined;
  readonly headers?: Readonly<Record<string, HeaderDeclaration>> | undefined;
  comparedAs?(body: unknown): unknown;
  handle(
    context: RequestContext,
    request: EndpointRequest<unknown, unknown, unknown>,
  ): EndpointAnswer | Promise<EndpointAnswer>;
}

export function endpoint<
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
  H extends string = never,
>(definition: EndpointDefinition<P, Q, B, H>): Endpoint {
  return definition;
}

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The content types that an endpoint accepts. */
export function bodyTypes({ bodyKind, bodyTypes = [] }: Endpoint): readonly string[] {
  if (bodyKind === 'stream') return bodyTypes;
  return [bodyKind === 'form' ? FORM_TYPE : JSON_TYPE];
}

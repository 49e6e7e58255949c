import type { Static, TObject, TSchema } from 'typebox';
import type { Context, ErrorCode, FieldErrors } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';

export type RequestContext = Context<Db>;

type Input<S> = S extends TSchema ? Static<S> : unknown;

interface HeaderDeclaration {
  readonly description: string;
  readonly example: string;
}

/** Headers that the OpenAPI document describes by other means than parameters. */
type StandardHeader = 'accept' | 'authorization';

export interface EndpointRequest<Params, Query, Body, Header extends string = string> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Only those that the endpoint declares. */
  readonly headers: { readonly [name in Header | StandardHeader]?: string | undefined };
  /** The address the request came from, as far as the trusted proxies tell. */
  readonly ip: string;
}

export interface EndpointAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

type SuccessStatus = 200 | 201 | 202 | 204 | 206 | 302 | 304;

/** What each success status carries: a JSON schema, or a content type for anything else, or null for no body. */
type Answers = Partial<Record<SuccessStatus, AnswerDeclaration>>;

export interface AnswerDeclaration {
  readonly description: string;
  readonly schema: TSchema | null;
  readonly contentType?: string;
  /** Other content types in which the caller may have it, by what `Accept` says. */
  readonly alsoAs?: Readonly<Record<string, TSchema>>;
  /** Headers of its own. */
  readonly headers?: Readonly<Record<string, HeaderDeclaration>>;
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
  /** The one scope that opens it, `any token` where every valid token does, or `public`. */
  readonly scope: string;
  readonly answers: Answers;
  /** The faults particular to it; those any endpoint can meet are added by the frame. */
  readonly errors?: readonly ErrorCode[];
  /** How the body is written: JSON (default), an HTML form, or a stream handed over as it comes. */
  readonly bodyKind?: 'json' | 'form' | 'stream';
  /** For `stream`: the content types taken. */
  readonly bodyTypes?: readonly string[];
  /** For `stream`: what the beginning of a body looks like. */
  readonly streamExample?: string;
  readonly bodyLimitBytes?: number;
  readonly timeoutMs?: number;
  /** Adds what does not fit together; fields in `errors` already are malformed themselves. */
  readonly check?: (query: Readonly<Record<string, unknown>>, errors: FieldErrors) => void;
  /** Tells faults as OAuth clients expect them: `application/json` with an `error` member beside those of a problem. */
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
  /** The request headers that it reads, in lower case. */
  readonly headers?: Readonly<Record<H, HeaderDeclaration>>;
  handle(
    context: RequestContext,
    request: EndpointRequest<Input<P>, Input<Q>, Input<B>, H>,
  ): EndpointAnswer | Promise<EndpointAnswer>;
}

/** One operation of a service, declared once: the frame makes the route, the checks and the OpenAPI entry of it. */
export interface Endpoint extends EndpointBase {
  readonly params?: TObject | undefined;
  readonly query?: TObject | undefined;
  readonly body?: TSchema | undefined;
  readonly headers?: Readonly<Record<string, HeaderDeclaration>> | undefined;
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

/** The content types an endpoint takes. */
export function bodyTypes({ bodyKind, bodyTypes = [] }: Endpoint): readonly string[] {
  if (bodyKind === 'stream') return bodyTypes;
  return [bodyKind === 'form' ? FORM_TYPE : JSON_TYPE];
}

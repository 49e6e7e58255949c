import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import { ERRORS, Problem, type ErrorCode } from '../../kernel/index.ts';
import { endpoint, JSON_TYPE, type Endpoint } from './endpoint.ts';
import { describeApi, type ServiceDescription } from './openapi/index.ts';
import {
  ETAG_DECLARATION,
  IF_NONE_MATCH_HEADER,
  madeContent,
  REVALIDATE,
  storedContent,
} from './content/index.ts';
import { referencePage } from './reference/index.ts';

/** Checks one dependency; resolves if it responds. */
export type Probe = () => Promise<unknown>;

export interface HealthOptions {
  readonly probes: Readonly<Record<string, Probe>>;
  /** Aborted when the process is about to stop, and therefore not ready. */
  readonly stopping?: AbortSignal | undefined;
  /** Progress of the process, shown with its readiness. */
  readonly progress?: (() => Readonly<Record<string, number | boolean>>) | undefined;
  /** What needs a person although the service is ready, shown with its readiness. */
  readonly warnings?: (() => Promise<readonly string[]>) | undefined;
}

export interface DiscoveryOptions extends HealthOptions {
  readonly service: ServiceDescription;
}

const PROBE_TIMEOUT_MS = 2_000;
/** The minimum time between two checks of a dependency. */
const PROBE_EVERY_MS = 1_000;
const TAG = 'Discovery';
export const DISCOVERY_TAGS = { [TAG]: 'The API description and the health of the service.' };

/** Adds the OpenAPI document, the reference page, health and readiness to the endpoints of a service. */
export function withDiscovery(options: DiscoveryOptions, endpoints: readonly Endpoint[]): Endpoint[] {
  const all: Endpoint[] = [...endpoints, ...healthEndpoints(options)];
  all.push(...reference(() => JSON.stringify(describeApi(options.service, all))));
  return [...all, ...referencePage(TAG, options.service.title, all)];
}

export function healthEndpoints({ probes, stopping, progress, warnings }: HealthOptions): Endpoint[] {
  const recent = new LRUCache<'states', Checked>({
    max: 1,
    ttl: PROBE_EVERY_MS,
    fetchMethod: async () => ({
      checks: await checkAll(probes),
      warnings: (await warnings?.().catch(() => [])) ?? [],
    }),
  });
  const Health = Type.Object({ status: Type.Literal('ok', { examples: ['ok'] }) }, { title: 'Health' });
  const Readiness = Type.Object(
    {
      status: Type.Literal('ready', { examples: ['ready'] }),
      checks: Type.Record(Type.String(), Type.String(), { examples: [{ database: 'ok' }] }),
      ...(progress && {
        progress: Type.Record(Type.String(), Type.Union([Type.Number(), Type.Boolean()]), {
          examples: [progress()],
        }),
      }),
      ...(warnings && {
        warnings: Type.Optional(
          Type.Array(Type.String(), {
            description: 'What needs a person although the service is ready.',
            examples: [['Withdrawals wait for a person.']],
          }),
        ),
      }),
    },
    { title: 'Readiness' },
  );
  return [
    endpoint({
      method: 'GET',
      path: '/healthz',
      operation: 'getHealth',
      tag: TAG,
      summary: 'Check whether the process is alive',
      scope: 'public',
      answers: { 200: { description: 'The process is alive.', schema: Health } },
      handle: () => ({ status: 200, body: { status: 'ok' } }),
    }),
    endpoint({
      method: 'GET',
      path: '/readyz',
      operation: 'getReadiness',
      tag: TAG,
      summary: 'Check whether all dependencies respond',
      scope: 'public',
      answers: { 200: { description: 'All dependencies respond.', schema: Readiness } },
      handle: async () => {
        if (stopping?.aborted) throw new Problem('unavailable', 'The process is stopping.');
        const checked = await recent.fetch('states');
        return { status: 200, body: { ...readiness(checked), ...(progress && { progress: progress() }) } };
      },
    }),
  ];
}

/** `ok` for each dependency that responds, or else what is wrong. */
export async function checkAll(
  probes: Readonly<Record<string, Probe>>,
  withinMs: number = PROBE_TIMEOUT_MS,
): Promise<Record<string, string>> {
  const entries = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => [name, await check(probe, withinMs)] as const),
  );
  return Object.fromEntries(entries);
}

interface Checked {
  readonly checks: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

function readiness({ checks, warnings }: Checked = { checks: {}, warnings: [] }) {
  const failing = Object.keys(checks).filter((name) => checks[name] !== 'ok');
  if (failing.length > 0) {
    const reasons = failing.map((name) => (isReason(checks[name]) ? ` ${checks[name]}` : '')).join('');
    throw new Problem('unavailable', `Not answering: ${failing.join(', ')}.${reasons}`, {
      headers: { 'retry-after': '1' },
    });
  }
  return { status: 'ready', checks, ...(warnings.length > 0 && { warnings }) };
}

async function check(probe: Probe, withinMs: number): Promise<string> {
  const limit = delay(withinMs, 'timed out', { ref: false });
  return Promise.race([probe().then(ok, failed), limit]);
}

const ok = (): string => 'ok';
const failed = (error: unknown): string => (error instanceof Problem ? error.message : 'failed');
const isReason = (state: string | undefined): boolean => state?.endsWith('.') === true;

function reference(document: () => string): Endpoint[] {
  const Explanation = Type.Object(
    {
      code: Type.String({ examples: ['validation_failed'] }),
      status: Type.Integer({ examples: [400] }),
      title: Type.String({ examples: [ERRORS.validation_failed.title] }),
      remedy: Type.String({ examples: [ERRORS.validation_failed.remedy] }),
    },
    { title: 'ProblemExplanation' },
  );
  const Code = Type.Object(
    {
      code: Type.String({
        description: 'The `code` of a problem.',
        maxLength: 64,
        examples: ['validation_failed'],
      }),
    },
    { additionalProperties: false },
  );
  const OpenApi = Type.Object(
    { openapi: Type.String({ examples: ['3.1.0'] }) },
    { additionalProperties: true },
  );
  const answer = storedContent(async () => madeContent(document()), {
    type: JSON_TYPE,
    cacheControl: REVALIDATE,
  });
  return [
    endpoint({
      method: 'GET',
      path: '/openapi.json',
      operation: 'getOpenApi',
      tag: TAG,
      summary: 'Get the OpenAPI 3.1 document of this service',
      scope: 'public',
      headers: IF_NONE_MATCH_HEADER,
      answers: {
        200: {
          description: 'The document.',
          schema: OpenApi,
          contentType: JSON_TYPE,
          headers: ETAG_DECLARATION,
        },
        304: {
          description: 'Unchanged since the version in `If-None-Match`.',
          schema: null,
          headers: ETAG_DECLARATION,
        },
      },
      handle: (_context, { headers }) => answer(headers),
    }),
    endpoint({
      method: 'GET',
      path: '/problems/:code',
      operation: 'explainProblem',
      tag: TAG,
      summary: 'Explain a problem and how to fix it',
      scope: 'public',
      params: Code,
      answers: { 200: { description: 'The explanation.', schema: Explanation } },
      handle: (_context, { params }) => {
        if (!Object.hasOwn(ERRORS, params.code))
          throw new Problem('not_found', `No problem has the code ${params.code}.`);
        return { status: 200, body: { code: params.code, ...ERRORS[params.code as ErrorCode] } };
      },
    }),
  ];
}

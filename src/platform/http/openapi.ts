import type { TObject, TSchema } from 'typebox';
import { ERRORS, Problem, type ErrorCode } from '../../kernel/index.ts';
import type { Endpoint } from './endpoint.ts';
import { bodyTypes } from './parse-body.ts';
import { PROBLEM_TYPE, problemBody } from './problem.ts';

export interface ServiceDescription {
  readonly title: string;
  readonly summary: string;
  readonly version: string;
  readonly publicUrl: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly scopes: Readonly<Record<string, string>>;
}

type Node = Record<string, unknown>;

/** The OpenAPI 3.1 document of a service, made of the very declarations that serve it. */
export function describeApi(service: ServiceDescription, endpoints: readonly Endpoint[]): Node {
  const components: Node = { Problem: PROBLEM_SCHEMA };
  const paths: Record<string, Node> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, components);
  }
  const used = new Set(endpoints.map((endpoint) => endpoint.tag));
  return {
    openapi: '3.1.0',
    info: {
      title: service.title,
      summary: service.summary,
      version: service.version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: service.publicUrl }],
    tags: Object.entries(service.tags).flatMap(([name, description]) =>
      used.has(name) ? [{ name, description }] : [],
    ),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: service.scopes } },
        },
      },
    },
  };
}

function operation(endpoint: Endpoint, components: Node): Node {
  const parameters = [
    ...parametersOf(endpoint.params, 'path', components),
    ...parametersOf(endpoint.query, 'query', components),
  ];
  return {
    operationId: endpoint.operation,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description !== undefined && { description: endpoint.description }),
    security: endpoint.scope === 'public' ? [] : [{ oauth2: [endpoint.scope] }],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body !== undefined && { requestBody: requestBody(endpoint, endpoint.body, components) }),
    responses: { ...answers(endpoint, components), ...faults(endpoint) },
  };
}

function parametersOf(schema: TObject | undefined, place: 'path' | 'query', components: Node): Node[] {
  if (schema === undefined) return [];
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...rest } = withReferences(property, components) as Node;
    return {
      name,
      in: place,
      required: required.has(name),
      ...(description !== undefined && { description }),
      schema: rest,
      ...(rest['type'] === 'array' && { style: 'form', explode: false }),
    };
  });
}

function requestBody(endpoint: Endpoint, body: TSchema, components: Node): Node {
  const schema = withReferences(body, components);
  return {
    required: true,
    content: Object.fromEntries(bodyTypes(endpoint).map((type) => [type, { schema }])),
  };
}

function answers(endpoint: Endpoint, components: Node): Node {
  return Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, { description, schema, contentType }]) => [
      status,
      {
        description,
        ...(schema !== null && {
          content: { [contentType ?? 'application/json']: { schema: withReferences(schema, components) } },
        }),
      },
    ]),
  );
}

/** The faults an endpoint can meet: its own, and those the frame answers for it. */
export function faultsOf(endpoint: Endpoint): ErrorCode[] {
  const isOpen = endpoint.scope === 'public';
  const hasBody = endpoint.body !== undefined;
  return [
    'validation_failed',
    ...(isOpen ? [] : (['unauthenticated', 'token_expired', 'forbidden'] as const)),
    ...(endpoint.params === undefined ? [] : (['not_found'] as const)),
    ...(hasBody ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(endpoint.errors ?? []),
    'rate_limited',
    'internal',
    'unavailable',
    'timed_out',
  ];
}

function faults(endpoint: Endpoint): Node {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(faultsOf(endpoint))) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const type = endpoint.plainJsonFaults ? 'application/json' : PROBLEM_TYPE;
  const entries = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    entries.map(([status, codes]) => [
      String(status),
      {
        description: codes
          .map((code) => `\`${code}\`: ${ERRORS[code].title}. ${ERRORS[code].remedy}`)
          .join('\n\n'),
        content: {
          [type]: {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(
              codes.map((code) => [code, { value: exampleOf(code, endpoint.path) }]),
            ),
          },
        },
      },
    ]),
  );
}

function exampleOf(code: ErrorCode, instance: string): Node {
  const errors = code === 'validation_failed' ? { errors: { field: ['is required'] } } : {};
  const problem = new Problem(code, `${ERRORS[code].title}.`, errors);
  return problemBody(problem, instance, '0af7651916cd43dd8448eb211c80319c');
}

/** A schema that has a title stands once among the components and is referred to from everywhere else. */
function withReferences(schema: unknown, components: Node): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withReferences(item, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  const node = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'examples' || key === 'default' ? value : withReferences(value, components),
    ]),
  );
  const { title } = node;
  if (typeof title !== 'string' || node['type'] !== 'object') return node;
  components[title] = node;
  return { $ref: `#/components/schemas/${title}` };
}

const PROBLEM_SCHEMA: Node = {
  title: 'Problem',
  type: 'object',
  description: 'A fault as RFC 9457 tells it.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'traceId'],
  properties: {
    type: { type: 'string', description: 'Where the fault is explained.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What went wrong this time, and how to mend it.' },
    instance: { type: 'string', description: 'The path that was asked.' },
    code: { type: 'string', enum: Object.keys(ERRORS), description: 'The stable name of the fault.' },
    traceId: { type: 'string', description: 'Also in the `x-request-id` header; the logs carry it.' },
    errors: {
      type: 'object',
      description: 'For bad input: each field path and all that is wrong with it.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
};

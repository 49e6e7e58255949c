import type { TObject, TSchema } from 'typebox';
import { messageOf, type EventDefinition } from '../../events/index.ts';
import { DEPRECATION_DECLARATIONS } from '../deprecation.ts';
import {
  COMMON_HEADERS,
  describeFaults,
  header,
  headerReferences,
  HEADERS,
  PROBLEM_SCHEMA,
} from './describe-faults.ts';
import { bodyTypes, type AnswerDeclaration, type Endpoint, type HeaderDeclaration } from '../endpoint.ts';
import { KEY_DECLARATION, KEY_HEADER, REPLAYED_DECLARATION, REPLAYED_HEADER } from '../requests/index.ts';
import { LOCATION_HEADER, locationDeclaration } from '../location.ts';
import { makeExample } from './make-example.ts';
import { withReferences, type Components, type Node } from './with-references.ts';

export interface ServiceDescription {
  /** The cookie of people's sessions, if people can sign in. */
  readonly sessionCookie?: string | undefined;
  readonly title: string;
  readonly summary: string;
  readonly version: string;
  readonly publicUrl: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly scopes: Readonly<Record<string, string>>;
  /** Events sent to webhook destinations. */
  readonly events?: readonly EventDefinition[];
}

const SIGNATURE_HEADERS = {
  'webhook-id': 'The id of the message, the same at every attempt.',
  'webhook-timestamp': 'The time of this attempt, in seconds since 1970.',
  'webhook-signature': 'One or more Standard Webhooks signatures, separated by spaces.',
};

const HOW_TO_CALL = [
  'Get a token from `POST /oauth/token` and send it with every call: `Authorization: Bearer <token>`.',
  'Requests with undeclared query parameters or body fields are rejected, and all errors are reported together.',
  'Every error is a `Problem` with a stable `code`; `GET /problems/{code}` explains it.',
].join(' ');

/** The headers that every request can have. */
const TRACE_PARAMETERS: Node = Object.fromEntries(
  Object.entries({
    traceparent: header(
      'A W3C trace context. Its trace id is logged and audited with ours.',
      '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    ),
    'x-request-id': header(
      'A trace id of 8 to 64 letters, digits, dots, dashes and underscores, used without a `traceparent`.',
      'order-7781.a',
    ),
  }).map(([name, node]) => [name, { name, in: 'header', required: false, ...node }]),
);

const PROOF_PARAMETER: Node = {
  name: 'x-quaestor-proof',
  in: 'header',
  required: false,
  ...header(
    'For a session: the id of the proof that the problem `step_up_required` named and the person has confirmed.',
    '01890a5d-ac96-774b-bcce-b302099a8057',
  ),
};

const sessionScheme = (name: string): Node => ({
  type: 'apiKey',
  in: 'cookie',
  name,
  description:
    'The session of a person, from `POST /auth/sign-in`. Requests other than GET also need the headers `Origin`, the ' +
    'public address of the service, and `x-quaestor-console`.',
});

/** Generates the OpenAPI 3.1 document of a service from its endpoints. */
export function describeApi(service: ServiceDescription, endpoints: readonly Endpoint[]): Node {
  const components: Components = { schemas: { Problem: PROBLEM_SCHEMA }, responses: {} };
  const paths: Record<string, Node> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(
      endpoint,
      components,
      service.sessionCookie !== undefined,
    );
  }
  const used = new Set(endpoints.map((endpoint) => endpoint.tag));
  const { events = [] } = service;
  const webhooks = Object.fromEntries(
    events.map((event) => [event.type, { post: webhook(event, components) }]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: service.title,
      summary: service.summary,
      description: `${service.summary}\n\n${HOW_TO_CALL}`,
      version: service.version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: service.publicUrl }],
    tags: Object.entries(service.tags).flatMap(([name, description]) =>
      used.has(name) ? [{ name, description }] : [],
    ),
    paths,
    ...(events.length > 0 && { webhooks }),
    components: {
      ...components,
      headers: usedHeaders(paths, components.responses),
      parameters: TRACE_PARAMETERS,
      ...(endpoints.some(({ scope }) => scope !== 'public') && {
        securitySchemes: {
          oauth2: {
            type: 'oauth2',
            flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: service.scopes } },
          },
          ...(service.sessionCookie !== undefined && { session: sessionScheme(service.sessionCookie) }),
        },
      }),
    },
  };
}

/** Those of the shared headers that an answer refers to. */
function usedHeaders(...parts: readonly unknown[]): Node {
  const text = JSON.stringify(parts);
  return Object.fromEntries(
    Object.entries(HEADERS).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  );
}

function operation(endpoint: Endpoint, components: Components, hasSessions: boolean): Node {
  const parameters = [
    ...parametersOf(endpoint.params, 'path', components),
    ...parametersOf(endpoint.query, 'query', components),
    ...Object.entries(headersOf(endpoint)).map(([name, { description, example }]) => ({
      name,
      in: 'header',
      required: false,
      ...header(description, example),
    })),
    ...(endpoint.errors?.includes('step_up_required') ? [PROOF_PARAMETER] : []),
    ...acceptOf(endpoint),
    ...Object.keys(TRACE_PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
  return {
    operationId: endpoint.operation,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description !== undefined && { description: endpoint.description }),
    ...(endpoint.deprecated && { deprecated: true }),
    security: securityOf(endpoint.scope, hasSessions),
    parameters,
    ...requestBody(endpoint, components),
    responses: { ...answers(endpoint, components), ...describeFaults(endpoint, components.responses) },
  };
}

const headersOf = ({ headers, repeats }: Endpoint): Readonly<Record<string, HeaderDeclaration>> => ({
  ...headers,
  ...(repeats !== undefined && { [KEY_HEADER]: KEY_DECLARATION }),
});

/** The header that chooses between several content types. */
function acceptOf({ answers }: Endpoint): Node[] {
  const { contentType = 'application/json', alsoAs } = answers[200] ?? {};
  if (alsoAs === undefined) return [];
  const types = [contentType, ...Object.keys(alsoAs)];
  return [
    {
      name: 'accept',
      in: 'header',
      required: false,
      description: 'The content type of the answer.',
      schema: { type: 'string', enum: types, default: contentType },
    },
  ];
}

/** A message to a webhook destination, as Standard Webhooks specifies. */
function webhook(event: EventDefinition, components: Components): Node {
  const { type, summary, scope } = event;
  return {
    operationId: type,
    tags: ['Webhooks'],
    summary,
    description: `Its payload is data that the scope \`${scope}\` can read.`,
    security: [],
    parameters: Object.entries(SIGNATURE_HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': mediaType(messageOf(event), components) } },
    responses: {
      '2XX': { description: 'The message was received.' },
      default: { description: 'The message is sent again later.' },
    },
  };
}

function parametersOf(schema: TObject | undefined, place: 'path' | 'query', components: Components): Node[] {
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

function requestBody(endpoint: Endpoint, components: Components): Node {
  const { body, bodyKind, bodyExample, streamExamples } = endpoint;
  if (body === undefined && bodyKind !== 'stream') return {};
  const media = (type: string): Node =>
    body === undefined ? streamType(streamExamples?.[type]) : mediaType(body, components, bodyExample);
  const content = Object.fromEntries(bodyTypes(endpoint).map((type) => [type, media(type)]));
  return { requestBody: { required: true, content } };
}

function streamType(bodies: Readonly<Record<string, string>> | undefined): Node {
  if (bodies === undefined) return { schema: { type: 'string', format: 'binary' } };
  const examples = Object.entries(bodies).map(([name, value]) => [name, { value }] as const);
  return { schema: { type: 'string' }, examples: Object.fromEntries(examples) };
}

function answers(endpoint: Endpoint, components: Components): Node {
  return Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, answer]) => {
      const isReplayed =
        endpoint.repeats === 'answered again' || endpoint.headers?.[KEY_HEADER] !== undefined;
      const headers = {
        ...answer.headers,
        ...(isReplayed && { [REPLAYED_HEADER]: REPLAYED_DECLARATION }),
        ...(endpoint.deprecated && DEPRECATION_DECLARATIONS),
        ...(status === '201' &&
          endpoint.location !== undefined && {
            [LOCATION_HEADER]: locationDeclaration(endpoint.location),
          }),
      };
      return [status, answerNode({ ...answer, headers }, components)];
    }),
  );
}

function answerNode(answer: AnswerDeclaration, components: Components): Node {
  const { description, schema, contentType = 'application/json', alsoAs, headers = {}, events } = answer;
  const own = Object.entries(headers).map(([name, { description, example, optional = false }]) => [
    name,
    { ...header(description, example), required: !optional },
  ]);
  const bodies = schema === null ? [] : Object.entries({ [contentType]: schema, ...alsoAs });
  return {
    description,
    headers: {
      ...headerReferences(COMMON_HEADERS),
      ...(Object.fromEntries(own) as Node),
    },
    ...(bodies.length > 0 && {
      content: Object.fromEntries(
        bodies.map(([type, body]) => [
          type,
          { ...mediaType(body, components), ...eventStream(events, components) },
        ]),
      ),
    }),
  };
}

/** OpenAPI 3.1 cannot describe the items of a stream: an extension names the schema of the data of each event. */
function eventStream(events: AnswerDeclaration['events'], components: Components): Node {
  if (events === undefined) return {};
  const described = Object.entries(events).map(([name, schema]) => [
    name,
    { schema: withReferences(schema, components), example: makeExample(schema) },
  ]);
  return { 'x-events': Object.fromEntries(described) as Node };
}

function mediaType(schema: TSchema, components: Components, example = makeExample(schema)): Node {
  return { schema: withReferences(schema, components), example };
}

function securityOf(scope: string, hasSessions: boolean): Node[] {
  if (scope === 'public') return [];
  const oauth2 = scope === 'any token' ? [] : [scope];
  return hasSessions ? [{ oauth2 }, { session: [] }] : [{ oauth2 }];
}

type Node = Readonly<Record<string, unknown>>;

/** An OpenAPI document. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly components: { readonly responses: Node; readonly headers: Node };
}

interface Answered {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/** What every HTTP server may send about a connection, a representation and its safety. */
const UNDECLARED = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'date',
  'keep-alive',
  'pragma',
  'transfer-encoding',
  'vary',
  'x-accel-buffering',
  'x-content-type-options',
]);

const RATE_LIMIT = ['ratelimit', 'ratelimit-policy'];

/** How an answer differs from its declaration: its status, headers that are not declared, and those that are missing. */
export function differencesOf(
  document: ApiDocument,
  operation: Node,
  { status, headers }: Answered,
): string[] {
  const declared = (operation['responses'] as Readonly<Record<string, Node>>)[status];
  if (!declared) return [`the status ${status} is not declared`];
  const known = headersOf(document, declared);
  const sent = Object.keys(headers).filter((name) => !UNDECLARED.has(name));
  const always = [...known].flatMap(([name, node]) => (node['required'] === true ? [name] : []));
  return [
    ...sent.filter((name) => !known.has(name)).map((name) => `${status} does not declare ${name}`),
    ...[...always, ...RATE_LIMIT]
      .filter((name) => !(name in headers))
      .map((name) => `${status} has no ${name}`),
  ];
}

function headersOf(document: ApiDocument, declared: Node): ReadonlyMap<string, Node> {
  const { headers = {} } = resolve(document.components.responses, declared);
  return new Map(
    Object.entries(headers as Node).map(([name, node]) => [
      name,
      resolve(document.components.headers, node as Node),
    ]),
  );
}

function resolve(components: Node, node: Node): Node {
  const { $ref } = node;
  return typeof $ref === 'string' ? (components[$ref.slice($ref.lastIndexOf('/') + 1)] as Node) : node;
}

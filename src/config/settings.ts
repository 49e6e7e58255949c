import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { LOG_LEVELS } from '../platform/telemetry/index.ts';
import { BANKS } from './banks.ts';
import { MAIL } from './mail.ts';
import { METHODS } from './methods.ts';
import { MINIMUMS } from './minimums.ts';
import { ON_CHAIN } from './on-chain.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { SELF_BILLING } from './self-billing.ts';
import { VENUES } from './venues.ts';

const closed = { additionalProperties: false } as const;

function service(port: number, name: string) {
  return Type.Object(
    {
      host: Type.String({
        default: '127.0.0.1',
        minLength: 1,
        description: `Address the ${name} service listens on.`,
        'x-flag': true,
      }),
      port: Type.Integer({
        default: port,
        minimum: 1,
        maximum: 65535,
        description: `Port of the ${name} service.`,
        'x-flag': true,
      }),
      publicUrl: Type.String({
        default: '',
        maxLength: 2048,
        description: `Base address under which callers reach the ${name} service; also the issuer of its tokens. Empty: http://host:port.`,
      }),
    },
    closed,
  );
}

const ROLES = ['trading', 'partner', 'worker'] as const;

/**
 * Every setting with its type, limits, default and description. Flags and docs are generated from it. Only what people
 * type at a terminal has a flag, and never a secret: others on the machine can see it.
 */
export const SETTINGS = Type.Object(
  {
    data: Type.String({
      default: './data',
      minLength: 1,
      description:
        'Folder for everything that is kept on this machine. A relative path starts at the folder of the configuration file, and on the command line at the working folder.',
      'x-flag': true,
    }),
    roles: Type.Array(Type.Enum([...ROLES]), {
      default: [...ROLES],
      minItems: 1,
      description:
        'What this process does: trading, partner (the HTTP services) and worker (background jobs).',
      'x-flag': true,
    }),
    secret: Type.String({
      default: '',
      maxLength: 1024,
      description:
        'At least 32 random characters from which encryption keys are derived. Generated in demo mode.',
      'x-secret': true,
    }),
    shutdownTimeoutMs: Type.Integer({
      default: 15_000,
      minimum: 0,
      maximum: 600_000,
      description: 'How long requests and jobs may take to finish when the process stops.',
    }),
    drainMs: Type.Integer({
      default: 2_000,
      minimum: 0,
      maximum: 60_000,
      description:
        'How long a process that stops still answers requests while its readiness is 503, so that balancers notice. In demo mode: 0.',
    }),
    database: Type.Object(
      {
        url: Type.String({
          default: '',
          maxLength: 2048,
          description: 'postgres://… of an external PostgreSQL 15 or later. Empty: the embedded server.',
          'x-secret': true,
          'x-env': 'DATABASE_URL',
        }),
        poolSize: Type.Integer({
          default: 10,
          minimum: 1,
          maximum: 500,
          description:
            'Connections each process keeps. Two fifths of them are for lists. Either part has at least one.',
        }),
        statementTimeoutMs: Type.Integer({
          default: 30_000,
          minimum: 100,
          maximum: 3_600_000,
          description: 'After this time the database cancels a statement.',
        }),
      },
      closed,
    ),
    trading: service(8080, 'trading'),
    partner: Type.Object(
      {
        ...service(8081, 'partner').properties,
        linkUrl: Type.String({
          default: '',
          maxLength: 2048,
          description:
            "Address that partners' links lead to, with {link_code} where the code of the link belongs. Empty: partners see codes only. In demo mode: an example.",
        }),
      },
      closed,
    ),
    disbursements: Type.Object(
      {
        coolingOffHours: Type.Integer({
          default: 72,
          minimum: 0,
          maximum: 2160,
          description:
            'Hours for which a bank account of a partner that replaces another one is not used after it was confirmed.',
        }),
        schedule: Type.String({
          default: '',
          pattern: '^(|[1-9]|1\\d|2[0-8]|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$',
          'x-form': 'a day of the month from 1 to 28, a weekday such as monday, or nothing',
          description:
            'The days (UTC) on which disbursements are requested for all partners: one of each month, or a weekday. Empty for none.',
        }),
        minimums: MINIMUMS,
        carry: Type.Enum(['on', 'reset'], {
          default: 'on',
          description:
            'Whether what the rewards of a month have made negative is carried over to the next one (on) or written off at its end (reset). Clawbacks are always carried over.',
        }),
        banks: BANKS,
        methods: METHODS,
      },
      closed,
    ),
    onChain: ON_CHAIN,
    selfBilling: SELF_BILLING,
    metrics: Type.Object(
      {
        host: Type.String({
          default: '127.0.0.1',
          minLength: 1,
          description:
            'Address on which /metrics is served. It needs no token, so keep it inside your own network.',
          'x-flag': true,
        }),
        port: Type.Integer({
          default: 8082,
          minimum: 0,
          maximum: 65535,
          description: 'Port on which /metrics is served. 0: not served.',
          'x-flag': true,
        }),
      },
      closed,
    ),
    http: Type.Object(
      {
        bodyBytes: Type.Integer({
          default: 1_048_576,
          minimum: 1024,
          maximum: 67_108_864,
          description: 'Largest JSON body.',
        }),
        requestTimeoutMs: Type.Integer({
          default: 30_000,
          minimum: 100,
          maximum: 600_000,
          description: 'Time limit to receive a request, and to produce its response.',
        }),
        writeTimeoutMs: Type.Integer({
          default: 30_000,
          minimum: 100,
          maximum: 600_000,
          description: 'How long a client may leave sent data unread before its connection is closed.',
        }),
        maxConnections: Type.Integer({
          default: 4000,
          minimum: 1,
          maximum: 1_000_000,
          description:
            'Connections that each service accepts at once. Keep it below the limit of open files.',
        }),
        maxConnectionsPerSource: Type.Integer({
          default: 500,
          minimum: 1,
          maximum: 1_000_000,
          description:
            'Connections from one IPv4 address or one IPv6 /64 network. It does not apply to http.trustProxies.',
        }),
        readsPerMinute: Type.Integer({
          default: 6000,
          minimum: 1,
          maximum: 10_000_000,
          description: 'Reads per minute of one credential.',
        }),
        writesPerMinute: Type.Integer({
          default: 600,
          minimum: 1,
          maximum: 10_000_000,
          description: 'Writes per minute of one credential.',
        }),
        trustProxies: Type.Array(Type.String({ minLength: 1 }), {
          default: [],
          description: 'Addresses or networks of proxies whose X-Forwarded-For is trusted.',
        }),
      },
      closed,
    ),
    auth: Type.Object(
      {
        tokenLifetimeSeconds: Type.Integer({
          default: 300,
          minimum: 30,
          maximum: 86_400,
          description: 'How long an access token is valid.',
        }),
        countsAsHours: Type.Integer({
          default: 24,
          minimum: 1,
          maximum: 720,
          description:
            'Hours for which an account counts as the admin who created, reset, rotated or empowered it, where two people must agree.',
        }),
        issuer: Type.String({
          default: '',
          maxLength: 2048,
          description: 'URL of an external token issuer. Empty: Quaestor issues its own tokens.',
        }),
        audience: Type.String({
          default: '',
          maxLength: 2048,
          description: 'The audience of tokens from the external issuer.',
        }),
        clientId: Type.String({
          default: '',
          maxLength: 255,
          description:
            'Id of this installation at the external issuer. With it, people sign in there by OpenID Connect; its redirect addresses are publicUrl/auth/openid/callback of both services.',
        }),
        clientSecret: Type.String({
          default: '',
          maxLength: 1024,
          description: 'Secret of this installation at the external issuer.',
          'x-secret': true,
        }),
      },
      closed,
    ),
    venues: VENUES,
    marketData: Type.Object(
      {
        symbols: Type.Array(
          Type.String({
            maxLength: 32,
            pattern: '^[A-Z0-9._]+-[A-Z0-9._]+$',
            'x-form': 'BASE-COUNTER in capital letters',
          }),
          {
            default: [],
            maxItems: 100,
            description:
              'Symbols whose order books are streamed from the start. Others are streamed on request.',
          },
        ),
      },
      closed,
    ),
    withdrawals: Type.Object(
      {
        callTimeoutMs: Type.Integer({
          default: 10_000,
          minimum: 500,
          maximum: 120_000,
          description: 'Time limit for a venue to answer a request about a withdrawal.',
        }),
      },
      closed,
    ),
    personalData: PERSONAL_DATA,
    conversions: Type.Object(
      {
        bound: Type.Enum(['default', 'required', 'optional'], {
          default: 'default',
          description:
            'What becomes of a conversion that names no maxSlippageBps. default: it gets conversions.maxSlippageBps, also beside its minReceived or maxGiven; required: it is refused unless it has one of these; optional: it trades without other price protection than these.',
        }),
        maxSlippageBps: Type.Integer({
          default: 100,
          minimum: 0,
          maximum: 5000,
          description:
            'How much worse than the quote at its creation a conversion that names no maxSlippageBps may trade in all, in basis points.',
        }),
      },
      closed,
    ),
    facts: Type.Object(
      {
        memoryMib: Type.Integer({
          default: 1024,
          minimum: 128,
          maximum: 1_048_576,
          description: 'Memory of the fact store, in MiB; larger intermediate results are written to disk.',
        }),
        address: Type.String({
          default: '',
          maxLength: 2048,
          description:
            'URL at which other partner processes reach this one. Empty: the address on which its partner service listens.',
        }),
        engine: Type.Enum(['duckdb', 'clickhouse'], {
          default: 'duckdb',
          description:
            'What answers reports: the fact store of each partner process, or ClickHouse, to which the process that writes copies the facts.',
        }),
        clickhouseNodes: Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), {
          default: [],
          maxItems: 256,
          description:
            'URLs of the HTTP interfaces of ClickHouse, one item for each shard. The URLs of the replicas of a shard are separated by spaces. Required for the engine clickhouse.',
        }),
        clickhouseCluster: Type.String({
          default: '',
          maxLength: 255,
          pattern: '^[A-Za-z0-9_-]*$',
          'x-form': 'letters, digits, _ and -',
          description:
            'Name of the cluster in the `remote_servers` of ClickHouse. Required for several shards.',
        }),
        clickhouseReplicated: Type.Boolean({
          default: false,
          description:
            'Create replicated tables, by the macros {shard} and {replica} of ClickHouse. Required for replicas.',
        }),
        clickhouseUser: Type.String({
          default: 'default',
          maxLength: 255,
          description: 'User of ClickHouse.',
        }),
        clickhousePassword: Type.String({
          default: '',
          maxLength: 1024,
          description: 'Password of that user.',
          'x-secret': true,
        }),
        clickhouseDatabase: Type.String({
          default: 'quaestor',
          maxLength: 255,
          pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
          'x-form': 'letters, digits and _, not a digit first',
          description: 'Database of ClickHouse, which must exist. The user needs all rights on it.',
        }),
      },
      closed,
    ),
    reports: Type.Object(
      {
        memoryMib: Type.Integer({
          default: 16,
          minimum: 0,
          maximum: 65_536,
          description: 'Memory for cached report pages, in MiB.',
        }),
      },
      closed,
    ),
    storage: Type.Object(
      {
        bucket: Type.String({
          default: '',
          maxLength: 255,
          description: 'Bucket for files. Empty: a folder.',
        }),
        folder: Type.String({
          default: '',
          maxLength: 4096,
          description:
            'Folder for files when there is no bucket; all processes must share it. A relative path is found like `data`. Empty: `files` in the data folder.',
        }),
        endpoint: Type.String({
          default: '',
          maxLength: 2048,
          description: 'URL of an S3-compatible store. Empty: Amazon S3.',
        }),
        region: Type.String({ default: 'us-east-1', minLength: 1, description: 'Region of the bucket.' }),
        prefix: Type.String({
          default: '',
          maxLength: 255,
          description: 'Prefix of all object keys, such as quaestor/.',
        }),
        accessKeyId: Type.String({
          default: '',
          maxLength: 255,
          description: 'Access key. Empty: from the environment or the role of the machine.',
        }),
        secretAccessKey: Type.String({
          default: '',
          maxLength: 1024,
          description: 'Secret access key.',
          'x-secret': true,
        }),
        pathStyle: Type.Boolean({
          default: false,
          description:
            'Put the bucket into the path instead of the host name, as many S3-compatible stores require.',
        }),
      },
      closed,
    ),
    webhooks: Type.Object(
      {
        allowPrivateAddresses: Type.Boolean({
          default: false,
          description: 'Allow webhooks to addresses of this machine and its network.',
        }),
      },
      closed,
    ),
    mail: MAIL,
    jobs: Type.Object(
      {
        concurrency: Type.Integer({
          default: 4,
          minimum: 1,
          maximum: 100,
          description: 'Concurrent jobs of a worker process.',
        }),
      },
      closed,
    ),
    telemetry: Type.Object(
      {
        otlpUrl: Type.String({
          default: '',
          maxLength: 2048,
          description:
            'Base URL of an OpenTelemetry receiver (OTLP over HTTP) that gets the traces. Empty: no traces. Further OTEL_ variables, such as OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER, apply too.',
          'x-env': 'OTEL_EXPORTER_OTLP_ENDPOINT',
        }),
      },
      closed,
    ),
    log: Type.Object(
      {
        level: Type.Enum([...LOG_LEVELS], {
          default: 'info',
          description: 'Minimum level of log messages. In demo mode: warn.',
          'x-flag': true,
        }),
      },
      closed,
    ),
  },
  closed,
);

export interface Config extends Static<typeof SETTINGS> {
  /** True without a configuration file: for a first look on this machine. */
  readonly demo: boolean;
}

export interface Setting {
  /** `trading.port` */
  readonly path: string;
  /** `QUAESTOR_TRADING_PORT`; undefined for what only a file can hold. */
  readonly env: string | undefined;
  /** `--trading-port`; undefined for what nobody types. */
  readonly flag: string | undefined;
  readonly schema: TSchema & { readonly default?: unknown; readonly description?: string };
  readonly secret: boolean;
}

export function settings(schema: TObject = SETTINGS, prefix: readonly string[] = []): Setting[] {
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const path = [...prefix, name];
    if ('properties' in property) return settings(property as TObject, path);
    const annotations: Record<string, unknown> = { ...property };
    const isFileOnly = annotations['x-file-only'] === true;
    return [
      {
        path: path.join('.'),
        env: isFileOnly
          ? undefined
          : typeof annotations['x-env'] === 'string'
            ? annotations['x-env']
            : `QUAESTOR_${wordsOf(path).join('_').toUpperCase()}`,
        flag: annotations['x-flag'] === true ? flagOf(path) : undefined,
        schema: property,
        secret: annotations['x-secret'] === true,
      },
    ];
  });
}

/** Settings that can be given in the environment, by the flags that they would have. */
export const refusedFlags = (): Map<string, Setting> =>
  new Map(
    settings()
      .filter(({ env, flag }) => env !== undefined && flag === undefined)
      .map((setting) => [flagOf(setting.path.split('.')), setting]),
  );

const flagOf = (path: readonly string[]): string => `--${wordsOf(path).join('-')}`;

const wordsOf = (path: readonly string[]): string[] =>
  path.flatMap((part) => part.split(/(?=[A-Z])/)).map((word) => word.toLowerCase());

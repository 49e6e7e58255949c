import { Type, type Static } from 'typebox';
import { LOG_LEVELS } from '../platform/telemetry/index.ts';
import { AUTH } from './auth.ts';
import { DISBURSEMENTS } from './disbursements.ts';
import { FACTS } from './facts.ts';
import { HTTP } from './http.ts';
import { MAIL } from './mail.ts';
import { ON_CHAIN } from './on-chain.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { SELF_BILLING } from './self-billing.ts';
import { STORAGE } from './storage.ts';
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
    disbursements: DISBURSEMENTS,
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
    http: HTTP,
    auth: AUTH,
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
    facts: FACTS,
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
    storage: STORAGE,
    webhooks: Type.Object(
      {
        allowPrivateAddresses: Type.Boolean({
          default: false,
          description:
            'Allow webhooks, and messages to chats and browsers, to addresses of this machine and its network.',
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

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from '../../src/config/index.ts';
import { createTestDatabase } from '../../src/testing/database.ts';
import { makeFolder, removeFolder } from '../../src/testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../../src/testing/process.ts';

const Duration = Type.String({ pattern: '^([0-9]+(ms|s|m|h|d|w|y))+$' });
const Texts = Type.Record(Type.String({ pattern: '^[a-zA-Z_][a-zA-Z0-9_]*$' }), Type.String());

/** The rule files of Prometheus. */
const RuleFile = Type.Object(
  {
    groups: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1 }),
          rules: Type.Array(
            Type.Object(
              {
                alert: Type.String({ pattern: '^[A-Z][A-Za-z]+$' }),
                expr: Type.String(),
                for: Type.Optional(Duration),
                labels: Texts,
                annotations: Texts,
              },
              { additionalProperties: false },
            ),
            { minItems: 1 },
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

interface Container {
  readonly args: readonly string[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly startupProbe: Probe;
  readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly resources: { readonly requests: object; readonly limits: object };
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Record<string, string>;
  readonly spec?: {
    readonly template?: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly Container[];
      };
    };
    readonly ports?: readonly { readonly port: number }[];
  };
}

const { url } = await createTestDatabase();
const folder = makeFolder();
let server: Quaestor;
/** The names of all series that a process with every role can have. */
let known: ReadonlySet<string>;

beforeAll(async () => {
  const [trading, partner, metrics] = [await newPort(), await newPort(), await newPort()];
  const ports = { trading, partner, metrics };
  const flags = Object.entries(ports).flatMap(([name, port]) => [`--${name}-port`, `${port}`]);
  server = quaestor(['serve', '--data', join(folder, 'data'), ...flags], {
    DATABASE_URL: url,
    // It need not be there.
    QUAESTOR_FACTS_ENGINE: 'clickhouse',
    QUAESTOR_FACTS_CLICKHOUSE_NODES: 'http://127.0.0.1:1',
  });
  await server.until('Press Ctrl-C to stop.');
  const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  known = new Set(
    families.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
    ),
  );
}, 120_000);

afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  await removeFolder(folder);
}, 30_000);

/** What is wrong with an expression: its syntax, or metrics that no process has. */
function faultsOf(expression: string): string[] {
  const faults: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to, node }) {
      const text = expression.slice(from, to);
      if (type.isError) faults.push(`syntax error at ${from}`);
      const isMetric = type.name === 'Identifier' && node.parent?.name === 'VectorSelector';
      // Prometheus itself adds `up`.
      if (isMetric && text !== 'up' && !known.has(text)) faults.push(`there is no metric ${text}`);
    },
  });
  return faults;
}

it('expressions with wrong syntax or unknown metrics are found', () => {
  expect(faultsOf('sum(quaestor_jobs) > 0')).toEqual([]);
  expect(faultsOf('sum(quaestor_jobs > 0')).toEqual([expect.stringMatching(/^syntax error/)]);
  expect(faultsOf('max(quaestor_jobz{state="dead"}) > 0')).toEqual(['there is no metric quaestor_jobz']);
});

it('the alert rules have the format of Prometheus, and every metric in them exists', () => {
  const rules = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as unknown;
  expect(Check(RuleFile, rules)).toBe(true);
  if (!Check(RuleFile, rules)) return;
  const alerts = rules.groups.flatMap((group) => group.rules);
  expect(alerts.flatMap(({ alert, expr }) => faultsOf(expr).map((fault) => `${alert}: ${fault}`))).toEqual(
    [],
  );
  for (const { annotations } of alerts) expect(Object.keys(annotations)).toEqual(['summary', 'action']);
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
});

it('every panel of the Grafana dashboard asks for metrics that exist', () => {
  const dashboard = JSON.parse(readFileSync('deploy/grafana/quaestor.json', 'utf8')) as Dashboard;
  expect(dashboard.panels.length).toBeGreaterThan(10);
  const faults = dashboard.panels.flatMap(({ title, targets }) =>
    targets.flatMap(({ expr }) =>
      faultsOf(expr.replaceAll('$__rate_interval', '5m')).map((fault) => `${title}: ${fault}`),
    ),
  );
  expect(faults).toEqual([]);
});

describe('the Kubernetes manifest', () => {
  const documents = parseAllDocuments(readFileSync('deploy/kubernetes/quaestor.yaml', 'utf8'));
  const resources = documents.map((document) => document.toJS() as Resource);
  const workloads = resources.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');

  it('is valid YAML, and its configuration is accepted', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const file = join(folder, 'kubernetes.yaml');
    const config = resources.find(({ kind }) => kind === 'ConfigMap')?.data?.['quaestor.yaml'] ?? '';
    writeFileSync(file, config);
    const env = { QUAESTOR_SECRET: 's'.repeat(32), DATABASE_URL: 'postgres://db/quaestor' };
    expect(loadConfig({ file, env, flags: {} })).toMatchObject({ metrics: { host: '0.0.0.0', port: 8082 } });
  });

  it('probes health and readiness where each role has them, and gives it time to stop', () => {
    expect(workloads.map(({ metadata }) => metadata.name)).toEqual([
      'quaestor-trading',
      'quaestor-worker',
      'quaestor-partner',
    ]);
    const { shutdownTimeoutMs, trading, partner, metrics } = loadConfig({ env: {}, flags: {} });
    for (const { metadata, spec } of workloads) {
      const role = metadata.name.slice('quaestor-'.length);
      const pod = spec?.template?.spec;
      const [container] = pod?.containers ?? [];
      expect(container?.args.slice(-2)).toEqual(['--roles', role]);
      const ports = Object.fromEntries(
        (container?.ports ?? []).map(({ name, containerPort }) => [name, containerPort]),
      );
      const own = { trading: { http: trading.port }, partner: { http: partner.port }, worker: {} }[role];
      expect(ports).toEqual({ ...own, metrics: metrics.port });
      const port = role === 'worker' ? 'metrics' : 'http';
      expect(container?.livenessProbe.httpGet).toEqual({ path: '/healthz', port });
      expect(container?.startupProbe.httpGet).toEqual({ path: '/healthz', port });
      expect(container?.readinessProbe.httpGet).toEqual({ path: '/readyz', port });
      const pauseSeconds = Number(container?.lifecycle.preStop.exec.command.at(-1));
      expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(pauseSeconds + shutdownTimeoutMs / 1000);
      expect(Object.keys(container?.resources.requests ?? {})).toEqual(['cpu', 'memory']);
    }
  });

  it('has no service for the port of the metrics', () => {
    const ports = resources
      .filter(({ kind }) => kind === 'Service')
      .flatMap(({ spec }) => spec?.ports?.map(({ port }) => port));
    expect(new Set(ports)).toEqual(new Set([8080, 8081]));
  });
});

it('the systemd unit starts a role with its configuration and leaves it time to stop', () => {
  const source = 'deploy/systemd/quaestor@.service';
  const unit = readFileSync(source, 'utf8');
  expect(unit).toMatch(/^ExecStart=\S*node \S+main\.js serve --config \S+ --roles %i$/m);
  const stopSeconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  expect(stopSeconds * 1000).toBeGreaterThan(loadConfig({ env: {}, flags: {} }).shutdownTimeoutMs);
  const path = (process.env['PATH'] ?? '').split(delimiter);
  if (!path.some((each) => existsSync(join(each, 'systemd-analyze')))) return;
  const instance = join(folder, 'quaestor@trading.service');
  copyFileSync(source, instance);
  // Only its complaints about our file matter: the program need not be installed here.
  const said = execFileSync('systemd-analyze', ['verify', '--man=no', instance], {
    stdio: 'pipe',
    encoding: 'utf8',
  });
  expect(said).toBe('');
});

const text = (path: string): string => readFileSync(path, 'utf8');

describe('what a process may do beside its work', () => {
  it('is limited by the systemd unit: no capabilities, and the system calls of a service', () => {
    const unit = text('deploy/systemd/quaestor@.service');
    for (const setting of [
      'CapabilityBoundingSet=',
      'SystemCallFilter=@system-service',
      'RestrictNamespaces=yes',
    ])
      expect(unit.split('\n')).toContain(setting);
  });

  it('is limited in Kubernetes: a profile of system calls, and no token of the API', () => {
    const pods = parseAllDocuments(text('deploy/kubernetes/quaestor.yaml'))
      .map((document) => document.toJS() as { spec?: { template?: { spec: object } } })
      .flatMap(({ spec }) => (spec?.template ? [spec.template.spec] : []));
    expect(pods).toHaveLength(3);
    for (const pod of pods)
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
  });

  it('trusts single proxies, never a network', () => {
    const trusted = ['deploy/kubernetes/quaestor.yaml', 'compose.yaml'].flatMap((path) =>
      [...text(path).matchAll(/trustProxies: \[(.*)\]/g)].flatMap(([, list = '']) => list.split(',')),
    );
    expect(trusted.filter((address) => address.includes('/'))).toEqual([]);
  });

  it('is reached over TLS only, once it was', () => {
    expect(text('deploy/nginx/quaestor.conf').match(/Strict-Transport-Security/g)).toHaveLength(2);
    expect(text('deploy/caddy/Caddyfile').match(/Strict-Transport-Security/g)).toHaveLength(2);
  });

  it('runs beside images of fixed versions, without the root account of the object store', () => {
    const { services } = parse(text('compose.yaml')) as {
      services: Record<string, { image?: string; environment?: Record<string, string> }>;
    };
    const images = Object.values(services).flatMap(({ image }) => image ?? []);
    expect(images.filter((image) => !/:(\d+\.\d+|RELEASE\.)/.test(image))).toEqual([]);
    expect(services['quaestor']?.environment).not.toMatchObject({
      QUAESTOR_STORAGE_SECRET_ACCESS_KEY: services['minio']?.environment?.['MINIO_ROOT_PASSWORD'],
    });
  });
});

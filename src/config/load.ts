import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { compile } from '@fastify/proxy-addr';
import type { Static } from 'typebox';
import { parse as parseYaml } from 'yaml';
import { noFieldErrors, textReader, valueChecker, type FieldErrors } from '../kernel/index.ts';
import { keyFaults } from '../platform/personal-data/index.ts';
import { BASE_URL, isBaseUrl } from './base-url.ts';
import { bankFaults } from './banks.ts';
import { clickhouseFaults } from './clickhouse.ts';
import { settings } from './list.ts';
import { mailFaults } from './mail.ts';
import { methodFaults } from './methods.ts';
import { minimumFaults } from './minimums.ts';
import { onChainFaults } from './on-chain.ts';
import { selfBillingFaults } from './self-billing.ts';
import { SETTINGS, type Config } from './settings.ts';
import { venueFaults } from './venues.ts';

/** An invalid configuration: a message with one line per error. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface ConfigSources {
  /** From the command line: setting path → text. */
  readonly flags: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Path given by --config or QUAESTOR_CONFIG; otherwise quaestor.yaml, .yml or .json beside the project is tried. */
  readonly file?: string | undefined;
}

/** Merges defaults, file, environment and flags, in this order. Throws with all errors if a value is not valid. */
export function loadConfig(sources: ConfigSources): Config {
  const file = readConfigFile(sources.file ?? sources.env['QUAESTOR_CONFIG']);
  const raw: Record<string, unknown> = {};
  const origins = new Map<string, string>();
  const put = (path: string, value: unknown, origin: string): void => {
    setAt(raw, path, value);
    origins.set(path, origin);
  };
  for (const { path, schema } of settings()) put(path, schema.default, 'default');
  if (file) for (const [path, value] of leaves(file.content)) put(path, value, file.path);
  for (const { path, env, schema } of settings()) {
    const text = env && sources.env[env];
    if (env && text) put(path, textReader(schema)(text), env);
  }
  for (const { path, flag, schema } of settings()) {
    const text = sources.flags[path];
    if (flag && text !== undefined) put(path, textReader(schema)(text), flag);
  }
  const demo = file === undefined;
  if (demo) {
    for (const [path, value] of Object.entries(DEMO))
      if (origins.get(path) === 'default') setAt(raw, path, value);
  }
  const errors = noFieldErrors();
  const checked = valueChecker(SETTINGS)(raw, errors) as Static<typeof SETTINGS>;
  if (Object.keys(errors).length === 0) Object.assign(errors, consistency(checked, demo));
  const faults = Object.entries(errors).flatMap(([path, messages]) =>
    messages.map((message) => `${path}${originOf(origins, path)} ${message}`),
  );
  if (faults.length > 0) throw new ConfigError(`The configuration is not valid:\n  ${faults.join('\n  ')}`);
  // A flag is typed in a folder; everything else belongs to the installation, wherever a command is run.
  const home = file ? dirname(resolve(file.path)) : process.cwd();
  const data = resolve(sources.flags['data'] === undefined ? home : process.cwd(), checked.data);
  const { folder } = checked.storage;
  const storage = { ...checked.storage, folder: folder === '' ? '' : resolve(home, folder) };
  return { ...checked, data, storage, demo };
}

/** An item of a list has the origin of the list. */
function originOf(origins: ReadonlyMap<string, string>, path: string): string {
  let known = path;
  while (!origins.has(known) && known.includes('.')) known = known.slice(0, known.lastIndexOf('.'));
  const origin = origins.get(known);
  return origin === undefined || origin === 'default' ? '' : ` (from ${origin})`;
}

const LINK_CODE = '{link_code}';
const DEMO_LINK_URL = `https://broker.example/open?link=${LINK_CODE}`;
/** The defaults of demo mode, where they differ. */
const DEMO = {
  'log.level': 'warn',
  drainMs: 0,
  'partner.linkUrl': DEMO_LINK_URL,
  // In the currencies of most accounts of the demo.
  'disbursements.banks': [
    {
      code: 'dollar',
      format: 'pain.001.001.09',
      name: 'Broker Ltd',
      iban: 'LU280019400644750000',
      currency: 'USD',
      serviceLevel: '',
      chargeBearer: 'SHAR',
    },
    { code: 'euro', format: 'pain.001.001.09', name: 'Broker Ltd', iban: 'DE75512108001245126199' },
  ],
  'disbursements.methods': [{ code: 'paypal', name: 'PayPal', account: 'E-mail address' }],
  'selfBilling.name': 'Broker Ltd',
  'selfBilling.address': '1 Main Street, Dublin, Ireland',
  'selfBilling.vatId': 'IE6388047V',
  'selfBilling.agreement':
    'Broker Ltd issues an invoice in your name for every disbursement. You issue none for the same services. Tell us before your name, address or VAT id changes.',
  'selfBilling.treatments': [{ kind: 'person', rate: '0', note: 'Outside the scope of Irish VAT' }],
} as const;
const LOOPBACK = /^(127\.|::1$|localhost$)/;

/** Checks settings against each other. */
function consistency(config: Static<typeof SETTINGS>, demo: boolean): FieldErrors {
  const errors = venueFaults(config.venues);
  if (demo) {
    for (const name of ['trading', 'partner', 'metrics'] as const) {
      if (!LOOPBACK.test(config[name].host)) {
        errors[`${name}.host`] = [
          'must be a loopback address such as 127.0.0.1 in demo mode; write a configuration file to open it (see quaestor.example.yaml)',
        ];
      }
    }
  }
  if (config.secret.length < 32 && (config.secret !== '' || !demo)) {
    errors['secret'] = ['must have at least 32 random characters; `openssl rand -base64 32` makes one'];
  }
  const wrongKeys = keyFaults(config.personalData.keys);
  if (wrongKeys.length > 0) errors['personalData.keys'] = wrongKeys;
  if ((config.auth.issuer === '') !== (config.auth.audience === '')) {
    errors['auth.issuer'] = ['and auth.audience must be given together'];
  }
  const { issuer, clientId, clientSecret } = config.auth;
  if (clientId !== '' && issuer === '') errors['auth.clientId'] = ['needs auth.issuer'];
  if ((clientId === '') !== (clientSecret === '')) {
    errors['auth.clientSecret'] = ['and auth.clientId must be given together'];
  }
  if (config.database.url !== '' && !/^postgres(ql)?:\/\//.test(config.database.url)) {
    errors['database.url'] = ['must begin with postgres:// or postgresql://'];
  }
  const { banks, minimums, methods } = config.disbursements;
  Object.assign(
    errors,
    clickhouseFaults(config.facts),
    bankFaults(banks),
    minimumFaults(minimums),
    methodFaults(methods),
  );
  Object.assign(
    errors,
    onChainFaults(config.onChain),
    selfBillingFaults(config.selfBilling),
    mailFaults(config.mail),
  );
  const proxies = config.http.trustProxies.filter((proxy) => !isNetwork(proxy));
  if (proxies.length > 0) {
    errors['http.trustProxies'] = [
      `must hold addresses or networks such as 10.0.0.0/8, which ${proxies.join(', ')} is not`,
    ];
  }
  const { linkUrl, publicUrl } = config.partner;
  if (publicUrl !== '' && publicUrl === config.trading.publicUrl) {
    errors['partner.publicUrl'] = [
      'must differ from trading.publicUrl: by its address a service knows the tokens that it has issued',
    ];
  }
  if (linkUrl !== '' && !(URL.canParse(linkUrl) && /^https?:/.test(linkUrl) && linkUrl.includes(LINK_CODE))) {
    errors['partner.linkUrl'] = [
      `must be an http:// or https:// URL that contains ${LINK_CODE}, such as ${DEMO_LINK_URL}`,
    ];
  }
  for (const [path, url] of [
    ['trading.publicUrl', config.trading.publicUrl],
    ['partner.publicUrl', config.partner.publicUrl],
    ['auth.issuer', config.auth.issuer],
    ['facts.address', config.facts.address],
    ['telemetry.otlpUrl', config.telemetry.otlpUrl],
  ] as const) {
    if (url !== '' && !isBaseUrl(url)) errors[path] = [`must be ${BASE_URL}`];
  }
  return errors;
}

function isNetwork(text: string): boolean {
  try {
    compile(text);
    return true;
  } catch {
    return false;
  }
}

const USUAL_FILES = ['quaestor.yaml', 'quaestor.yml', 'quaestor.json'];

function readConfigFile(
  given: string | undefined,
): { path: string; content: Record<string, unknown> } | undefined {
  for (const path of given === undefined ? USUAL_FILES : [given]) {
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (given === undefined && code === 'ENOENT') continue;
      throw new ConfigError(
        `The configuration file ${path} cannot be read (${message}). Check --config or QUAESTOR_CONFIG, and its mode.`,
      );
    }
    try {
      // JSON is a subset of YAML.
      const content: unknown = parseYaml(text) ?? {};
      if (typeof content !== 'object' || Array.isArray(content))
        throw new Error('it must hold keys and values');
      return { path, content: content as Record<string, unknown> };
    } catch (error) {
      throw new ConfigError(`The configuration file ${path} is not valid: ${explain(error as Error)}.`);
    }
  }
  return undefined;
}

/** What is wrong and where, without the lines themselves, which may be secrets. */
function explain({ name, message }: Error): string {
  if (name === 'ReferenceError') return 'a text that begins with * must be in quotes';
  const [first = ''] = message.split('\n');
  return first.replace(/:$/, '');
}

function leaves(node: Record<string, unknown>, prefix = ''): [string, unknown][] {
  return Object.entries(node).flatMap(([name, value]) => {
    const path = prefix + name;
    const isGroup = !settings().some((setting) => setting.path === path);
    // A group of which every setting is commented out.
    if (value === null && settings().some((setting) => setting.path.startsWith(`${path}.`))) return [];
    return isGroup && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leaves(value as Record<string, unknown>, `${path}.`)
      : [[path, value] as [string, unknown]];
  });
}

function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  let node = target;
  for (const part of parts) {
    const next = node[part];
    node = (typeof next === 'object' && next !== null ? next : (node[part] = {})) as Record<string, unknown>;
  }
  node[last] = value;
}

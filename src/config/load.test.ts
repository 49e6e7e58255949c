import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { ConfigError, loadConfig, printConfig, settings } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'quaestor-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'x'.repeat(32);

function file(text: string, name = 'quaestor.yaml'): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function load(sources: Partial<Parameters<typeof loadConfig>[0]> = {}) {
  return loadConfig({ env: {}, flags: {}, ...sources });
}

function refusal(sources: Parameters<typeof load>[0]): string {
  try {
    load(sources);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('where a value comes from', () => {
  const path = file(`secret: ${SECRET}\ntrading:\n  port: 9001\n`);

  it('defaults < file < environment < flags', () => {
    const env = { QUAESTOR_TRADING_PORT: '9002' };
    const flags = { 'trading.port': '9003' };
    expect(load().trading.port).toBe(8080);
    expect(load({ file: path }).trading.port).toBe(9001);
    expect(load({ file: path, env }).trading.port).toBe(9002);
    expect(load({ file: path, env, flags }).trading.port).toBe(9003);
  });

  it('a file changes only what it names', () => {
    const { partner, trading } = load({ file: path });
    expect(trading.host).toBe('127.0.0.1');
    expect(partner.port).toBe(8081);
  });

  it('JSON is read as well as YAML', () => {
    const json = file(JSON.stringify({ secret: SECRET, roles: ['worker'] }), 'quaestor.json');
    expect(load({ file: json }).roles).toEqual(['worker']);
  });

  it('the environment can name the file', () => {
    expect(load({ env: { QUAESTOR_CONFIG: path } }).trading.port).toBe(9001);
  });

  it('DATABASE_URL chooses the database', () => {
    expect(load({ env: { DATABASE_URL: 'postgres://db/q' } }).database.url).toBe('postgres://db/q');
  });

  it('a list is written with commas', () => {
    expect(load({ flags: { roles: 'trading,worker' } }).roles).toEqual(['trading', 'worker']);
  });

  it('folders are found from the configuration file, wherever a command is run', () => {
    const home = dirname(path);
    expect(load({ file: path }).data).toBe(join(home, 'data'));
    const given = file(`secret: ${SECRET}\ndata: ../state\nstorage:\n  folder: files\n`, 'folders.yaml');
    expect(load({ file: given })).toMatchObject({
      data: join(home, '../state'),
      storage: { folder: join(home, 'files') },
    });
    expect(load({ file: given, env: { QUAESTOR_DATA: 'elsewhere' } }).data).toBe(join(home, 'elsewhere'));
    expect(load({ file: relative(process.cwd(), given) }).data).toBe(join(home, '../state'));
  });

  it('folders are found from the working folder when a flag names them or there is no file', () => {
    expect(load({ file: path, flags: { data: 'some/where' } }).data).toBe(resolve('some/where'));
    expect(load().data).toBe(resolve('data'));
    expect(load({ env: { QUAESTOR_STORAGE_FOLDER: 'files' } }).storage.folder).toBe(resolve('files'));
  });

  it('every setting has one name in the file and one in the environment', () => {
    const all = settings();
    for (const name of ['path', 'env'] as const) {
      const names = all.flatMap((setting) => setting[name] ?? []);
      expect(new Set(names).size).toBe(names.length);
    }
    expect(all.find(({ path }) => path === 'http.readsPerMinute')).toMatchObject({
      env: 'QUAESTOR_HTTP_READS_PER_MINUTE',
      flag: undefined,
    });
    expect(all.every(({ schema }) => schema.description)).toBe(true);
  });

  it('what people type has a flag, and no secret has one', () => {
    const flags = settings().flatMap(({ flag, secret }) => (flag === undefined ? [] : [{ flag, secret }]));
    expect(flags.map(({ flag }) => flag)).toEqual([
      '--data',
      '--roles',
      '--trading-host',
      '--trading-port',
      '--partner-host',
      '--partner-port',
      '--metrics-host',
      '--metrics-port',
      '--log-level',
    ]);
    expect(flags.filter(({ secret }) => secret)).toEqual([]);
    expect(load({ flags: { secret: SECRET } }).secret).toBe('');
  });
});

describe('demo mode', () => {
  it('is the mode without a file, quiet and for this machine only', () => {
    expect(load()).toMatchObject({ demo: true, log: { level: 'warn' } });
    expect(refusal({ flags: { 'trading.host': '0.0.0.0' } })).toMatch(
      /trading\.host \(from --trading-host\) must be a loopback address/,
    );
  });

  it('a file ends it, and then a secret is needed', () => {
    const path = file('trading:\n  host: 0.0.0.0\n', 'open.yaml');
    expect(refusal({ file: path })).toMatch(/secret must have at least 32 random characters/);
    expect(load({ file: path, env: { QUAESTOR_SECRET: SECRET } })).toMatchObject({
      demo: false,
      log: { level: 'info' },
    });
  });
});

describe('a wrong value stops the start with the key, its origin, and what is allowed', () => {
  it.each([
    [
      'trading.port',
      { QUAESTOR_TRADING_PORT: '70000' },
      /trading\.port \(from QUAESTOR_TRADING_PORT\) must be at most 65535/,
    ],
    ['trading.port', { QUAESTOR_TRADING_PORT: 'http' }, /must be an integer/],
    [
      'roles',
      { QUAESTOR_ROLES: 'trading,boss' },
      /roles\.1 \(from QUAESTOR_ROLES\) must be one of trading, partner, worker/,
    ],
    ['log.level', { QUAESTOR_LOG_LEVEL: 'loud' }, /must be one of fatal, error, warn/],
    ['secret', { QUAESTOR_SECRET: 'short' }, /at least 32/],
    ['database.url', { DATABASE_URL: 'mysql://db' }, /must begin with postgres:\/\//],
    ['trading.publicUrl', { QUAESTOR_TRADING_PUBLIC_URL: 'https://x.test/' }, /without a slash/],
    ['partner.linkUrl', { QUAESTOR_PARTNER_LINK_URL: 'https://x.test/open' }, /that contains \{link_code\}/],
    ['partner.linkUrl', { QUAESTOR_PARTNER_LINK_URL: 'x.test/{link_code}' }, /must be an http/],
    [
      'http.trustProxies',
      { QUAESTOR_HTTP_TRUST_PROXIES: '10.0.0.0/8,300.1.1.1' },
      /addresses or networks .*, which 300\.1\.1\.1 is not/,
    ],
    ['auth.issuer', { QUAESTOR_AUTH_ISSUER: 'https://issuer.test' }, /must be given together/],
    [
      'facts.clickhouseNodes',
      { QUAESTOR_FACTS_ENGINE: 'clickhouse' },
      /facts\.clickhouseNodes is required for facts\.engine clickhouse, such as http/,
    ],
    [
      'a node that is no URL',
      { QUAESTOR_FACTS_CLICKHOUSE_NODES: 'http://a:8123,b:8123' },
      /facts\.clickhouseNodes\.1 \(from QUAESTOR_FACTS_CLICKHOUSE_NODES\) must be an http:/,
    ],
    [
      'a node with a password',
      { QUAESTOR_FACTS_CLICKHOUSE_NODES: 'http://me:word@a:8123' },
      /facts\.clickhouseNodes\.0 .* must not have a user or a password: give facts\.clickhouseUser/,
    ],
    [
      'a node twice',
      {
        QUAESTOR_FACTS_CLICKHOUSE_NODES: 'http://a:8123,http://a:8123',
        QUAESTOR_FACTS_CLICKHOUSE_CLUSTER: 'c',
      },
      /facts\.clickhouseNodes .* must not have http:\/\/a:8123 twice/,
    ],
    [
      'shards without the name of their cluster',
      { QUAESTOR_FACTS_CLICKHOUSE_NODES: 'http://a:8123,http://b:8123' },
      /facts\.clickhouseCluster is required for several shards/,
    ],
    [
      'replicas of tables that are not replicated',
      { QUAESTOR_FACTS_CLICKHOUSE_NODES: 'http://a:8123 http://b:8123' },
      /facts\.clickhouseReplicated must be true where an item of facts\.clickhouseNodes has several URLs/,
    ],
  ])('%s', (_key, env, message) => {
    expect(refusal({ env })).toMatch(message);
  });

  it('all errors are reported at once', () => {
    const message = refusal({ env: { QUAESTOR_TRADING_PORT: '0', QUAESTOR_PARTNER_PORT: '0' } });
    expect(message.split('\n')).toHaveLength(3);
  });

  it('an unknown key in the file is refused by name', () => {
    const path = file(`secret: ${SECRET}\ntrading:\n  prot: 1\n`, 'typo.yaml');
    expect(refusal({ file: path })).toMatch(/trading\.prot .*known: host, port, publicUrl/);
  });

  it.each([
    ['missing.yaml', undefined, /cannot be read/],
    ['broken.yaml', 'a: [1', /is not valid/],
    ['list.yaml', '- a', /keys and values/],
  ])('the file %s', (name, text, message) => {
    const path = text === undefined ? join(folder, name) : file(text, name);
    expect(refusal({ file: path })).toMatch(message);
  });

  it('a broken file is refused with the place, and without its text, which may be a secret', () => {
    const message = refusal({ file: file(`data: ./here\nsecret: ${SECRET}: hush\n`, 'colons.yaml') });
    expect(message).toMatch(/is not valid: .*line 2, column/);
    expect(message).not.toContain('hush');
    expect(refusal({ file: file('secret: *hush\n', 'alias.yaml') })).not.toContain('hush');
  });

  it('services with one address, which would take the tokens of each other', () => {
    const one = { publicUrl: 'https://quaestor.example.com' };
    const both = { secret: SECRET, trading: one, partner: one };
    expect(refusal({ file: file(JSON.stringify(both), 'one-address.json') })).toMatch(
      /partner\.publicUrl .*must differ from trading\.publicUrl/,
    );
  });

  it('a usual file that cannot be read, which is not taken for none', () => {
    const usual = mkdtempSync(join(folder, 'usual-'));
    mkdirSync(join(usual, 'quaestor.yaml'));
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(usual);
    expect(refusal({})).toMatch(/quaestor\.yaml cannot be read/);
  });
});

const withDisbursements = (disbursements: object, name: string) =>
  file(JSON.stringify({ secret: SECRET, disbursements }), `runs-${name}.yaml`);

describe('disbursements', () => {
  it('have a day and minimums', () => {
    const minimums = [
      { currency: 'EUR', amount: '50.00' },
      { currency: 'JPY', amount: '5000' },
    ];
    const given = { schedule: 'monday', minimums };
    expect(load({ file: withDisbursements(given, 'right') }).disbursements).toMatchObject(given);
    expect(load({ file: withDisbursements({}, 'none') }).disbursements).toMatchObject({
      schedule: '',
      minimums: [],
    });
  });

  const euro = { currency: 'EUR', amount: '50' };
  const paypal = { code: 'paypal', name: 'PayPal', account: 'E-mail address' };
  it.each([
    ['day', { schedule: '29' }, /disbursements\.schedule .*a day of the month from 1 to 28/],
    ['weekday', { schedule: 'Mon' }, /disbursements\.schedule .*a weekday such as monday/],
    ['negative', { minimums: [{ ...euro, amount: '-1' }] }, /minimums\.0\.amount .*an exact decimal/],
    ['code', { minimums: [{ ...euro, currency: 'euro' }] }, /minimums\.0\.currency .*a currency such as EUR/],
    ['twice', { minimums: [euro, euro] }, /minimums\.1\.currency .*must differ/],
    ['method', { methods: [{ ...paypal, code: 'Pay Pal' }] }, /methods\.0\.code .*such as paypal/],
    ['methods', { methods: [paypal, paypal] }, /methods\.1\.code .*must differ/],
  ])('that are wrong are refused by name: %s', (name, given, message) => {
    expect(refusal({ file: withDisbursements(given, name) })).toMatch(message);
  });
});

describe('payments on chain', () => {
  const right = { url: 'https://trading.example', clientId: 'payer', clientSecret: SECRET };
  const tron = { asset: 'USDT', network: 'TRON', venue: 'aurora', format: 'tron' };
  const given = (onChain: object, name: string) =>
    file(JSON.stringify({ secret: SECRET, onChain }), `chain-${name}.yaml`);

  it('have a trading service and networks', () => {
    const networks = [tron, { ...tron, asset: 'XRP', network: 'XRPL', format: 'xrpl', tag: 'required' }];
    expect(load({ file: given({ ...right, networks }, 'right') }).onChain).toEqual({ ...right, networks });
    expect(load({ file: given({}, 'none') }).onChain).toMatchObject({ url: '', networks: [] });
  });

  it.each([
    ['url', { ...right, url: 'trading.example' }, /onChain\.url .*must be an http/],
    ['client', { ...right, clientId: '' }, /onChain\.clientId .*is required/],
    ['secret', { ...right, clientSecret: '' }, /onChain\.clientSecret .*is required/],
    ['nowhere', { networks: [tron] }, /onChain\.networks .*need onChain\.url/],
    ['asset', { ...right, networks: [{ ...tron, asset: 'EUR' }] }, /onChain\.networks\.0\.asset/],
    ['twice', { ...right, networks: [tron, tron] }, /onChain\.networks\.1\.network .*must differ/],
  ])('that are wrong are refused by name: %s', (name, onChain, message) => {
    expect(refusal({ file: given(onChain, name) })).toMatch(message);
  });
});

it('what compose.yaml configures is accepted, its files go to its store, and its addresses allow passkeys', () => {
  const compose = parse(readFileSync('compose.yaml', 'utf8')) as {
    services: { quaestor: { environment: Record<string, string> } };
    configs: { quaestor: { content: string } };
  };
  const { environment } = compose.services.quaestor;
  const env = { ...environment, QUAESTOR_SECRET: SECRET };
  const { storage, trading, partner } = load({
    file: file(compose.configs.quaestor.content, 'compose.yaml'),
    env,
  });
  expect(storage).toMatchObject({
    bucket: 'quaestor',
    accessKeyId: 'quaestor',
    secretAccessKey: environment['QUAESTOR_STORAGE_SECRET_ACCESS_KEY'],
  });
  // Browsers refuse passkeys for IP addresses.
  const hosts = [trading, partner].map(({ publicUrl }) => new URL(publicUrl).hostname);
  expect(hosts.filter((host) => isIP(host) !== 0)).toEqual([]);
});

const withVenues = (venues: unknown, name: string): string =>
  file(JSON.stringify({ secret: SECRET, venues }), `venues-${name}.json`);

describe('venues', () => {
  const venue = { code: 'big', kind: 'ccxt', exchange: 'binance', credentials: 'env:BIG' };
  const simulated = { ...venue, kind: 'simulated', exchange: 'http://10.0.0.7:7001' };

  it('come from the file, as many as there are', () => {
    const venues = [venue, { ...venue, tenant: 'acme' }, { ...simulated, code: 'play' }];
    expect(load({ file: withVenues(venues, 'good') }).venues).toEqual(venues);
    expect(load().venues).toEqual([]);
  });

  it('may be in a sandbox, at other hosts, behind a proxy, slower, and with options of ccxt', () => {
    const access = {
      sandbox: true,
      url: 'https://my.okx.com',
      streamUrl: 'wss://wseea.okx.com:8443',
      proxy: 'http://me:hush@proxy:3128',
      rateLimit: 200,
      options: { defaultNetworks: { USDT: 'TRC20' } },
    };
    const config = load({ file: withVenues([{ ...venue, ...access }], 'access') });
    expect(config.venues).toEqual([{ ...venue, ...access }]);
    expect(printConfig(config)).toContain('http://me:********@proxy:3128');
    expect(printConfig(config)).not.toContain('hush');
  });

  it('are no matter of the environment or flags', () => {
    expect(settings().find(({ path }) => path === 'venues')).toMatchObject({
      env: undefined,
      flag: undefined,
    });
    expect(load({ env: { QUAESTOR_VENUES: 'x' } }).venues).toEqual([]);
  });

  it.each([
    ['no-list', { big: venue }, /venues .*must be an array/],
    ['no-code', [{ ...venue, code: undefined }], /venues\.0\.code .*is required/],
    ['twice', [venue, simulated], /venues\.1\.code .*must differ/],
    ['kind', [{ ...venue, kind: 'fix' }], /venues\.0\.kind .*one of simulated, ccxt/],
    ['typo', [{ ...venue, acount: 'A' }], /venues\.0\.acount .*not known/],
    ['secret', [{ ...venue, credentials: 'hush' }], /venues\.0\.credentials .*env:NAME or file:PATH/],
    ['url', [{ ...simulated, exchange: 'binance' }], /venues\.0\.exchange .*URL/],
    ['sandbox', [{ ...venue, sandbox: 'yes' }], /venues\.0\.sandbox .*must be a boolean/],
    ['path', [{ ...venue, url: 'https://a.example/v1' }], /venues\.0\.url .*https:\/\/ URL without a path/],
    ['host', [{ ...venue, url: 'https://a.example:99999' }], /venues\.0\.url .*valid host and port/],
    ['clear', [{ ...venue, url: 'http://a.example' }], /venues\.0\.url .*begin with https:\/\//],
    ['user', [{ ...venue, url: 'https://hush@a.example' }], /venues\.0\.url .*without a path/],
    ['stream', [{ ...venue, streamUrl: 'https://a.example' }], /venues\.0\.streamUrl .*wss:\/\/ URL/],
    ['clear-stream', [{ ...venue, streamUrl: 'ws://a.example' }], /venues\.0\.streamUrl .*wss:\/\//],
    ['proxy', [{ ...venue, proxy: 'socks5://hush' }], /venues\.0\.proxy .*URL of a proxy/],
    ['slow', [{ ...venue, rateLimit: 0 }], /venues\.0\.rateLimit .*at least 1/],
    ['options', [{ ...venue, options: ['hush'] }], /venues\.0\.options .*must be/],
    ['no-exchange', [{ ...simulated, sandbox: true }], /venues\.0\.sandbox .*only for the kind ccxt/],
    ['letters', [{ ...venue, code: 'Big One' }], /venues\.0\.code .*small letters/],
  ])('that are wrong are refused by name: %s', (name, venues, message) => {
    const refused = refusal({ file: withVenues(venues, name) });
    expect(refused).toMatch(message);
    expect(refused).not.toContain('hush');
  });
});

const withBilling = (given: object, name: string) =>
  file(JSON.stringify({ secret: SECRET, selfBilling: given }), `billing-${name}.yaml`);

describe('self-billing', () => {
  const issuer = { name: 'Firm Ltd', address: '1 Main Street', agreement: 'We issue them.' };

  it('has defaults, and issues nothing without a name', () => {
    expect(load({ file: withBilling({}, 'none') }).selfBilling).toMatchObject({
      name: '',
      series: 'SB-',
      treatments: [],
    });
    const treatments = [{ kind: 'company', rate: '19.5' }];
    const path = withBilling({ ...issuer, treatments }, 'good');
    expect(load({ file: path }).selfBilling).toMatchObject({ ...issuer, treatments });
  });

  it('has an issuer in demo mode, whose name can be changed', () => {
    const given = { QUAESTOR_SELF_BILLING_NAME: 'Firm Ltd' };
    expect(load().selfBilling.name).toBe('Broker Ltd');
    expect(load({ env: given }).selfBilling).toMatchObject({ ...load().selfBilling, name: 'Firm Ltd' });
  });

  it.each([
    ['address', { ...issuer, address: '' }, /selfBilling\.address .*is required/],
    ['agreement', { ...issuer, agreement: '' }, /selfBilling\.agreement .*is required/],
    ['series', { ...issuer, series: 'sb_' }, /selfBilling\.series .*capital letters/],
    ['rate', { ...issuer, treatments: [{ rate: '101' }] }, /selfBilling\.treatments\.0\.rate .*percentage/],
    ['number', { ...issuer, treatments: [{ rate: 19 }] }, /selfBilling\.treatments\.0\.rate .*must be/],
    [
      'country',
      { ...issuer, treatments: [{ rate: '0', country: 'Portugal' }] },
      /treatments\.0\.country .*a country such as PT/,
    ],
  ])('is refused by name where it is wrong: %s', (name, given, message) => {
    expect(refusal({ file: withBilling(given, name) })).toMatch(message);
  });
});

describe('printing', () => {
  it('shows every setting and no secret', () => {
    const path = file(`secret: ${SECRET}\n`, 'print.yaml');
    const text = printConfig(load({ file: path, env: { DATABASE_URL: 'postgres://me:hush@db/q' } }));
    for (const setting of settings()) expect(text).toContain(`${setting.path}: `);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('hush');
    expect(text).toContain('postgres://me:********@db/q');
  });

  it('shows no secret that looks like a URL', () => {
    const secret = `prod:${SECRET}`;
    const path = file(`secret: "${secret}"\n`, 'colon.yaml');
    const text = printConfig(
      load({ file: path, env: { QUAESTOR_MAIL_USER: 'me', QUAESTOR_MAIL_PASSWORD: 'a:hush' } }),
    );
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('hush');
  });
});

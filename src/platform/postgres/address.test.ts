import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { readAddress } from './address.ts';
import { connect, startEmbedded, type EmbeddedServer } from './index.ts';

describe('a database URL', () => {
  const parts = { host: 'db.example', port: 5432, user: 'u', password: 'p', database: 'd', ssl: false };

  test.each([
    ['postgres://u:p@db.example/d', parts],
    ['postgresql://u:p@db.example:5433/d?sslmode=disable', { ...parts, port: 5433 }],
    ['postgres://u:%2F%40%3A@db.example/d', { ...parts, password: '/@:' }],
    ['postgres://u:p@[::1]/d', { ...parts, host: '::1' }],
    ['postgres://u:p@%2Fvar%2Frun%2Fpostgresql/d', { ...parts, host: '/var/run/postgresql' }],
    ['postgres://u:p@db.example', { ...parts, database: 'u' }],
    ['postgres://u:p@db.example/d?sslmode=require', { ...parts, ssl: { rejectUnauthorized: false } }],
    ['postgres://u:p@db.example/d?sslmode=verify-full', { ...parts, ssl: { host: 'db.example' } }],
    [
      'postgres://u:p@db.example/d?sslmode=verify-full&sslrootcert=system',
      { ...parts, ssl: { host: 'db.example' } },
    ],
  ])('%s is understood', (url, expected) => {
    expect(readAddress(url)).toMatchObject(expected);
  });

  test.each([
    ['db.example', /must have the form postgres:/],
    ['mysql://u:p@db.example/d', /must have the form postgres:/],
    [
      'postgres://u:p@db.example/d?sslmode=prefer',
      /sslmode=prefer; it must be one of disable, require, verify-ca, verify-full/,
    ],
    ['postgres://u:p@db.example/d?sslmode=verify-ca', /sslmode=verify-ca, which needs .* sslrootcert/],
    [
      'postgres://u:p@db.example/d?sslmode=require&sslrootcert=/nowhere',
      /names \/nowhere as sslrootcert, which cannot be read \(ENOENT\)/,
    ],
    ['postgres://u:p@db.example/d?sslmodus=require', /the parameter sslmodus, which is not supported/],
  ])('%s is refused without showing the password', (url, message) => {
    expect(() => readAddress(url)).toThrow(message);
    expect(() => readAddress(url)).not.toThrow(/u:p/);
  });
});

describe.runIf(spawnSync('openssl', ['version']).status === 0)('TLS', () => {
  const folder = makeFolder();
  let server: EmbeddedServer;

  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const newAuthority = (name: string) =>
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.crt`,
    );
  const newCertificate = (name: string) => {
    writeFileSync(file('san'), 'subjectAltName=DNS:localhost');
    openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
    );
    openssl(
      'x509',
      '-req',
      '-days',
      '1',
      '-in',
      `${name}.csr`,
      '-CA',
      'authority.crt',
      '-CAkey',
      'authority.key',
      '-CAcreateserial',
      '-extfile',
      'san',
      '-out',
      `${name}.crt`,
    );
  };

  beforeAll(async () => {
    newAuthority('authority');
    newAuthority('stranger');
    newCertificate('server');
    newCertificate('certified');
    const options = { dataFolder: folder, say: () => {}, settings: { fsync: 'off' } };
    server = await startEmbedded(options);
    const { uid, gid } = statSync(server.folder);
    chownSync(file('server.key'), uid, gid);
    const rules = join(server.folder, 'cluster/pg_hba.conf');
    writeFileSync(rules, `hostssl all certified all cert\n${readFileSync(rules, 'utf8')}`);
    const admin = postgres(server.url, { max: 1 });
    for (const [setting, value] of [
      ['ssl_cert_file', file('server.crt')],
      ['ssl_key_file', file('server.key')],
      ['ssl_ca_file', file('authority.crt')],
      ['ssl', 'on'],
    ] as const) {
      await admin.unsafe(`alter system set ${setting} = '${value}'`);
    }
    await admin`create role certified superuser login`;
    await admin.end();
    await server.stop();
    server = await startEmbedded(options);
  }, 60_000);

  afterAll(async () => {
    await server.stop();
    await removeFolder(folder);
  });

  function urlWith(parameters: Record<string, string>, host: string, user?: string): string {
    const url = new URL(server.url);
    url.hostname = host;
    if (user !== undefined) url.username = user;
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  const ENCRYPTED = 'select ssl as encrypted from pg_stat_ssl where pid = pg_backend_pid()';

  async function ask(url: string): Promise<unknown> {
    const database = connect({ url, poolSize: 1, statementTimeoutMs: 5000, applicationName: 'test' });
    try {
      return (await sql.raw(ENCRYPTED).execute(database.db)).rows[0];
    } finally {
      await database.close();
    }
  }

  const authority = { sslrootcert: file('authority.crt') };
  const stranger = { sslrootcert: file('stranger.crt') };
  const own = { sslcert: file('certified.crt'), sslkey: file('certified.key') };

  test.each<[string, boolean, Record<string, string>, string, string?]>([
    ['is not used without sslmode', false, {}, '127.0.0.1'],
    ['is not used with sslmode=disable', false, { sslmode: 'disable' }, '127.0.0.1'],
    ['require takes any certificate', true, { sslmode: 'require' }, '127.0.0.1'],
    ['require with an authority checks it', true, { sslmode: 'require', ...authority }, '127.0.0.1'],
    ['verify-ca does not ask for the name', true, { sslmode: 'verify-ca', ...authority }, '127.0.0.1'],
    ['verify-full takes the right name', true, { sslmode: 'verify-full', ...authority }, 'localhost'],
    [
      'a client certificate is shown',
      true,
      { sslmode: 'verify-full', ...authority, ...own },
      'localhost',
      'certified',
    ],
  ])('%s', async (_what, encrypted, parameters, host, user) => {
    expect(await ask(urlWith(parameters, host, user))).toEqual({ encrypted });
  });

  test.each<[string, RegExp, Record<string, string>, string, string?]>([
    ['require with another authority', /certificate/, { sslmode: 'require', ...stranger }, 'localhost'],
    ['verify-ca with another authority', /certificate/, { sslmode: 'verify-ca', ...stranger }, 'localhost'],
    ['verify-full without the authority', /certificate/, { sslmode: 'verify-full' }, 'localhost'],
    [
      'verify-full with another name',
      /not in the cert's list/,
      { sslmode: 'verify-full', ...authority },
      '127.0.0.1',
    ],
    [
      'a missing client certificate',
      /certificate/,
      { sslmode: 'verify-full', ...authority },
      'localhost',
      'certified',
    ],
  ])('%s is refused', async (_what, message, parameters, host, user) => {
    await expect(ask(urlWith(parameters, host, user))).rejects.toThrow(message);
  });
});

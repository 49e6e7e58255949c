import { hostname } from 'node:os';
import type { Config } from '../config/index.ts';
import type { ServiceName } from '../platform/auth/index.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1']);

export function publicUrl(config: Config, name: ServiceName): string {
  const { publicUrl, host, port } = config[name];
  if (publicUrl !== '') return publicUrl;
  // Browsers allow passkeys on localhost, but not on an address.
  return addressOf({ host: LOOPBACK.has(host) ? 'localhost' : host, port });
}

/** Where other partner processes reach this one. */
export function peerAddress({ facts: { address }, partner: { host, port } }: Config): string {
  if (address !== '') return address;
  // A name for all addresses of this machine means nothing on another.
  return addressOf({ host: host === '0.0.0.0' || host === '::' ? hostname() : host, port });
}

export const addressOf = ({ host, port }: { host: string; port: number }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

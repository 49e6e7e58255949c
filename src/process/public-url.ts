import { hostname } from 'node:os';
import type { Config } from '../config/index.ts';
import type { ServiceName } from '../platform/auth/index.ts';

export function publicUrl(config: Config, name: ServiceName): string {
  const { publicUrl } = config[name];
  return publicUrl === '' ? addressOf(config[name]) : publicUrl;
}

/** Where other partner processes reach this one. */
export function peerAddress({ facts: { address }, partner: { host, port } }: Config): string {
  if (address !== '') return address;
  // A name for all addresses of this machine means nothing on another.
  return addressOf({ host: host === '0.0.0.0' || host === '::' ? hostname() : host, port });
}

export const addressOf = ({ host, port }: { host: string; port: number }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

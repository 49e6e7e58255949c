import type { Config } from '../config/index.ts';
import type { ServiceName } from '../platform/auth/index.ts';

export function publicUrl(config: Config, name: ServiceName): string {
  const { publicUrl } = config[name];
  return publicUrl === '' ? addressOf(config[name]) : publicUrl;
}

export const addressOf = ({ host, port }: { host: string; port: number }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

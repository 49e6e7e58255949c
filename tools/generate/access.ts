import type { FastifyInstance } from 'fastify';
import { grantOf, ROLES, SCOPES, type ServiceName } from '../../src/platform/auth/index.ts';
import { inject } from '../../src/testing/inject.ts';

/** One operation that needs a token, and the roles that may call it. */
export interface AccessRow {
  readonly service: ServiceName;
  readonly method: string;
  readonly path: string;
  readonly scope: string;
  readonly roles: readonly string[];
}

interface Described {
  readonly paths: Record<string, Record<string, { security: { oauth2?: string[] }[] }>>;
}

export async function readAccess(services: Record<ServiceName, FastifyInstance>): Promise<AccessRow[]> {
  const rows: AccessRow[] = [];
  for (const service of ['trading', 'partner'] as const) {
    const { paths } = (await inject(services[service], '/openapi.json')).json<Described>();
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { security }] of Object.entries(operations)) {
        const [first] = security;
        if (first === undefined) continue;
        const scope = first.oauth2?.[0] ?? 'any token';
        rows.push({ service, method: method.toUpperCase(), path, scope, roles: rolesWith(service, scope) });
      }
    }
  }
  return rows;
}

function rolesWith(service: ServiceName, scope: string): string[] {
  const isKnown = scope === 'any token' || Object.hasOwn(SCOPES[service], scope);
  if (!isKnown) throw new Error(`${scope} is no scope of the ${service} service.`);
  const grant = grantOf(service, scope);
  return Object.entries(ROLES)
    .filter(([role]) => role.startsWith(`${service}:`))
    .filter(([, { grants }]) => scope === 'any token' || (grants as readonly string[]).includes(grant))
    .map(([role]) => role);
}

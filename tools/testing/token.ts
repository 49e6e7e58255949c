import type { FastifyInstance } from 'fastify';
import { createCredential, GRANTS, type ServiceName } from '../../src/platform/auth/index.ts';
import type { Db } from '../../src/platform/postgres/index.ts';
import { operatorContext } from '../../src/process/index.ts';
import { inject } from '../../src/testing/inject.ts';

/** The `Authorization` of a client with every scope of a service. */
export async function tokenOf(
  app: FastifyInstance,
  db: Db,
  service: string,
  partnerUid?: string,
): Promise<string> {
  const context = operatorContext(db);
  const name = partnerUid === undefined ? service : `${service}-${partnerUid}`;
  const { secret } = await createCredential(context, {
    kind: 'client',
    name,
    tenant: context.actor.tenant,
    scopes: Object.keys(GRANTS[service as ServiceName]),
    partnerUid,
  });
  const answer = await inject(app, {
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&client_id=${name}&client_secret=${encodeURIComponent(secret)}`,
  });
  return `Bearer ${answer.json<{ access_token: string }>().access_token}`;
}

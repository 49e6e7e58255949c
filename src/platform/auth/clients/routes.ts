import { Type } from 'typebox';
import { endpoint, type Endpoint } from '../../http/index.ts';
import {
  changeScopes,
  createCredential,
  revokeCredential,
  rotateCredential,
  selectClients,
  toCredential,
  type Credential,
} from '../credentials/index.ts';
import { AUTH_TAG } from '../oauth/index.ts';
import { GRANTS, type ServiceName } from '../scopes.ts';

const Time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });
const Name = Type.String({ minLength: 1, maxLength: 128, examples: ['treasury-bot'] });
const ByName = Type.Object({ name: Name });
const OrNull = (example: string | null) => Type.Union([Type.String(), Type.Null()], { examples: [example] });

const Client = Type.Object(
  {
    name: Name,
    owner: OrNull('ada@example.com'),
    partnerUid: OrNull(null),
    scopes: Type.Array(Type.String(), { examples: [['venues:view']] }),
    createdAt: Time,
    rotatedAt: Type.Union([Time, Type.Null()], { examples: [null] }),
    revokedAt: Type.Union([Time, Type.Null()], { examples: [null] }),
  },
  { title: 'Client' },
);

const ClientSecret = Type.Object(
  {
    client: Client,
    secret: Type.String({ description: 'Not shown again.', examples: ['s'.repeat(43)] }),
  },
  { title: 'ClientSecret' },
);

const PAGE_SIZE = 500;
const CONFIRMED = ['step_up_required', 'conflict', 'invalid_transition', 'unprocessable'] as const;

/** The endpoints with which admins manage the clients of a service. */
export function clientEndpoints(service: ServiceName): Endpoint[] {
  const by = { kind: 'client', service } as const;
  const Scopes = Type.Array(Type.Enum(Object.keys(GRANTS[service])), {
    maxItems: 50,
    uniqueItems: true,
    examples: [Object.keys(GRANTS[service]).slice(0, 1)],
  });
  return [
    endpoint({
      method: 'GET',
      path: '/auth/clients',
      operation: 'listClients',
      tag: AUTH_TAG,
      summary: 'List clients by name',
      scope: 'admin',
      query: Type.Object({ after: Type.Optional(Name) }),
      answers: { 200: { description: `At most ${PAGE_SIZE}.`, schema: Type.Array(Client) } },
      async handle({ db, actor }, { query }) {
        const rows = await selectClients(db, actor.tenant, query.after ?? '', PAGE_SIZE).execute();
        return { status: 200, body: rows.map((row) => toClient(toCredential(row))) };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/auth/clients',
      operation: 'createClient',
      tag: AUTH_TAG,
      summary: 'Create a client',
      description: 'It belongs to the person who creates it: where two must agree, both count as one.',
      scope: 'admin',
      repeats: 'refused for a secret',
      body: Type.Object({ name: Name, scopes: Scopes }, { title: 'NewClient', additionalProperties: false }),
      answers: { 201: { description: 'Created.', schema: ClientSecret } },
      errors: CONFIRMED,
      async handle(context, { body }) {
        const { tenant, kind, id } = context.actor;
        const owner = kind === 'person' ? id : context.actor.owner;
        const { credential, secret } = await createCredential(context, {
          kind: 'client',
          tenant,
          owner,
          ...body,
        });
        return { status: 201, body: { client: toClient(credential), secret } };
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/auth/clients/:name',
      operation: 'changeClient',
      tag: AUTH_TAG,
      summary: 'Change the scopes of a client',
      description: 'Its tokens end; its secret stays valid.',
      scope: 'admin',
      repeats: 'answered again',
      params: ByName,
      body: Type.Object({ scopes: Scopes }, { title: 'ClientChange', additionalProperties: false }),
      answers: { 200: { description: 'Changed.', schema: Client } },
      errors: CONFIRMED,
      handle: async (context, { params: { name }, body: { scopes } }) => ({
        status: 200,
        body: toClient(await changeScopes(context, { name, ...by, set: scopes })),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/auth/clients/:name/rotate',
      operation: 'rotateClient',
      tag: AUTH_TAG,
      summary: 'Give a client a new secret',
      description: 'The old one and its tokens end.',
      scope: 'admin',
      repeats: 'refused for a secret',
      params: ByName,
      answers: { 200: { description: 'The new secret.', schema: ClientSecret } },
      errors: CONFIRMED,
      async handle(context, { params: { name } }) {
        const { credential, secret } = await rotateCredential(context, { name, ...by });
        return { status: 200, body: { client: toClient(credential), secret } };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/auth/clients/:name',
      operation: 'revokeClient',
      tag: AUTH_TAG,
      summary: 'Revoke a client for good',
      scope: 'admin',
      params: ByName,
      answers: { 204: { description: 'Revoked.', schema: null } },
      errors: CONFIRMED,
      async handle(context, { params: { name } }) {
        await revokeCredential(context, { name, ...by });
        return { status: 204 };
      },
    }),
  ];
}

const toClient = (client: Credential) => ({
  name: client.name,
  owner: client.owner ?? null,
  partnerUid: client.partnerUid ?? null,
  scopes: client.scopes,
  createdAt: client.createdAt.toISOString(),
  rotatedAt: client.rotatedAt?.toISOString() ?? null,
  revokedAt: client.revokedAt?.toISOString() ?? null,
});

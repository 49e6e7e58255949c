import { Type } from 'typebox';
import {
  arrayPage,
  endpoint,
  ENTITY_TAG,
  ETAG_DECLARATION,
  IF_MATCH_HEADER,
  nextPageHeader,
  type Endpoint,
} from '../../http/index.ts';
import {
  changingScopes,
  creating,
  etagOf,
  makeSecret,
  prepareCredential,
  replacingSecret,
  revoking,
  selectClients,
  toCredential,
  type Credential,
} from '../credentials/index.ts';
import { AUTH_TAG } from '../tag.ts';
import { TAKES_TWO, waiting, WAITS, type Admin } from '../proposals/index.ts';
import { GRANTS } from '../scopes.ts';

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
    etag: ENTITY_TAG,
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
export function clientEndpoints(admin: Admin): Endpoint[] {
  const { service } = admin;
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
      answers: {
        200: {
          description: `At most ${PAGE_SIZE}.`,
          schema: Type.Array(Client),
          headers: nextPageHeader('/auth/clients?after=payouts'),
        },
      },
      async handle({ db, actor }, { query }) {
        const rows = await selectClients(db, actor.tenant, query.after ?? '', PAGE_SIZE + 1).execute();
        const clients = rows.map((row) => toClient(toCredential(row)));
        return arrayPage(clients, PAGE_SIZE, ({ name }) => `/auth/clients?after=${encodeURIComponent(name)}`);
      },
    }),
    endpoint({
      method: 'POST',
      path: '/auth/clients',
      operation: 'createClient',
      location: '/auth/clients/{name}',
      tag: AUTH_TAG,
      summary: 'Create a client',
      description:
        'It belongs to the person who creates it: where two must agree, both count as one, and where a person confirms a ' +
        `step with a second factor, it is refused. ${TAKES_TWO}`,
      scope: 'admin',
      repeats: 'refused for a secret',
      body: Type.Object({ name: Name, scopes: Scopes }, { title: 'NewClient', additionalProperties: false }),
      answers: { 201: { description: 'Created.', schema: ClientSecret }, 202: WAITS },
      errors: CONFIRMED,
      async handle(context, { body }) {
        const { tenant, kind, id } = context.actor;
        const owner = kind === 'person' ? id : context.actor.owner;
        const { row, secret } = await prepareCredential({ kind: 'client', tenant, owner, ...body });
        const outcome = await creating.perform(context, row, admin);
        return 'proposal' in outcome
          ? waiting(outcome.proposal, { secret })
          : { status: 201, body: { client: toClient(toCredential(outcome.done)), secret } };
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/auth/clients/:name',
      operation: 'changeClient',
      tag: AUTH_TAG,
      summary: 'Change the scopes of a client',
      description: `Its tokens end; its secret stays valid. ${TAKES_TWO}`,
      scope: 'admin',
      repeats: 'answered again',
      params: ByName,
      headers: IF_MATCH_HEADER,
      body: Type.Object({ scopes: Scopes }, { title: 'ClientChange', additionalProperties: false }),
      answers: { 200: { description: 'Changed.', schema: Client, headers: ETAG_DECLARATION }, 202: WAITS },
      errors: [...CONFIRMED, 'precondition_failed'],
      async handle(context, { params: { name }, body: { scopes }, headers }) {
        const change = { name, ...by, set: scopes };
        const outcome = await changingScopes.perform(context, change, admin, headers['if-match']);
        if ('proposal' in outcome) return waiting(outcome.proposal);
        const client = toClient(outcome.done);
        return { status: 200, headers: { etag: client.etag }, body: client };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/auth/clients/:name/rotate',
      operation: 'rotateClient',
      tag: AUTH_TAG,
      summary: 'Give a client a new secret',
      description: `The old one and its tokens end when the new one works. ${TAKES_TWO}`,
      scope: 'admin',
      repeats: 'refused for a secret',
      params: ByName,
      answers: { 200: { description: 'The new secret.', schema: ClientSecret }, 202: WAITS },
      errors: CONFIRMED,
      async handle(context, { params: { name } }) {
        const { secret, stored } = await makeSecret();
        const outcome = await replacingSecret.perform(context, { name, ...by, ...stored }, admin);
        return 'proposal' in outcome
          ? waiting(outcome.proposal, { secret })
          : { status: 200, body: { client: toClient(outcome.done), secret } };
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
        await revoking.perform(context, { name, ...by }, admin);
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
  createdAt: client.createdAt,
  rotatedAt: client.rotatedAt,
  revokedAt: client.revokedAt,
  etag: etagOf(client),
});

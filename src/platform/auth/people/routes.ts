import { Type } from 'typebox';
import { invalid, Problem, type Context } from '../../../kernel/index.ts';
import {
  arrayPage,
  endpoint,
  ENTITY_TAG,
  ETAG_DECLARATION,
  IF_MATCH_HEADER,
  nextPageHeader,
  type Endpoint,
} from '../../http/index.ts';
import type { Db } from '../../postgres/index.ts';
import { etagOf, revoking, toCredential, type Credential } from '../credentials/index.ts';
import type { Identity } from '../identity.ts';
import { AUTH_TAG } from '../tag.ts';
import { TAKES_TWO, waiting, WAITS } from '../proposals/index.ts';
import { ROLES } from '../roles.ts';
import { endSessionsOf, listSessions, SessionEntry } from '../sessions/index.ts';
import { changingRoles } from './change.ts';
import { inviting, prepareInvitation, resetting, type Invitation } from './invite.ts';
import { FACTORS, NO_SIGN_INS, readSignIns } from './read-sign-ins.ts';
import { selectPeople, selectPerson } from './store.ts';
import { newToken } from './token.ts';

const Time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });
const Login = Type.String({ minLength: 1, maxLength: 128, examples: ['ada@example.com'] });
const Roles = Type.Array(Type.Enum(Object.keys(ROLES) as (keyof typeof ROLES)[]), {
  maxItems: 10,
  uniqueItems: true,
  examples: [['trading:approver']],
});
const ByLogin = Type.Object({ login: Login });

const Person = Type.Object(
  {
    login: Login,
    roles: Type.Array(Type.String(), { examples: [['trading:approver']] }),
    partnerUid: Type.Union([Type.String(), Type.Null()], { examples: [null] }),
    createdAt: Time,
    revokedAt: Type.Union([Time, Type.Null()], { examples: [null] }),
    invitedUntil: Type.Union([Time, Type.Null()], {
      description: 'Of those whose invitation is not used yet.',
      examples: [null],
    }),
    etag: ENTITY_TAG,
  },
  { title: 'Person' },
);

const ListedPerson = Type.Object(
  {
    ...Person.properties,
    lastSignInAt: Type.Union([Time, Type.Null()], {
      description: 'The last sign-in to a console of either service, if one is known.',
      examples: ['2026-01-31T12:05:00.000Z'],
    }),
    factors: Type.Array(Type.Enum([...FACTORS]), {
      description: 'With what they can prove who they are.',
      examples: [['password', 'app']],
    }),
  },
  { title: 'ListedPerson' },
);

const Invited = Type.Object(
  {
    person: Person,
    link: Type.String({
      description: 'Give it to the person. It works once, and is not shown again.',
      examples: [`https://trading.example.com/console/invitation#${'k'.repeat(43)}`],
    }),
    expiresAt: Time,
  },
  { title: 'Invited' },
);

const NewPerson = Type.Object(
  {
    login: Login,
    roles: Roles,
    partnerUid: Type.Optional(Type.String({ minLength: 1, maxLength: 64, examples: ['p-1001'] })),
  },
  { title: 'NewPerson', additionalProperties: false },
);

const PAGE_SIZE = 500;

/** The endpoints with which admins manage people. */
export function peopleEndpoints({
  service,
  site,
  revocations,
  openIdSignIn,
  isPartner,
  countsForMs,
}: Identity): Endpoint[] {
  const by = { kind: 'person', service } as const;
  const admin = { service, countsForMs };
  const roles = [service === 'partner' ? 'partner:manager' : 'trading:approver'];
  const linkOf = (token: string): string => openIdSignIn ?? invitationLink(site.origin, token);
  const invited = ({ person, expiresAt }: Omit<Invitation, 'token'>, token: string) => ({
    person: toPerson(person, expiresAt),
    link: linkOf(token),
    expiresAt: expiresAt.toISOString(),
  });
  const CONFIRMED = ['step_up_required', 'conflict', 'unprocessable', 'invalid_transition'] as const;
  return [
    endpoint({
      method: 'GET',
      path: '/auth/people',
      operation: 'listPeople',
      tag: AUTH_TAG,
      summary: 'List people by login',
      scope: 'admin',
      query: Type.Object({ after: Type.Optional(Login) }),
      answers: {
        200: {
          description: `At most ${PAGE_SIZE}.`,
          schema: Type.Array(ListedPerson),
          headers: nextPageHeader('/auth/people?after=ada'),
        },
      },
      async handle({ db, actor }, { query }) {
        const rows = await selectPeople(db, actor.tenant, query.after ?? '', PAGE_SIZE + 1).execute();
        const signIns = await readSignIns(
          db,
          rows.map(({ id }) => id),
        );
        const people = rows.map((row) => ({
          ...toPerson(toCredential(row), row.invited_until ?? undefined),
          ...(signIns.get(row.id) ?? NO_SIGN_INS),
        }));
        return arrayPage(people, PAGE_SIZE, ({ login }) => `/auth/people?after=${encodeURIComponent(login)}`);
      },
    }),
    endpoint({
      method: 'POST',
      path: '/auth/people',
      operation: 'invitePerson',
      location: '/auth/people/{login}',
      tag: AUTH_TAG,
      summary: 'Invite a person',
      description: TAKES_TWO,
      scope: 'admin',
      repeats: 'refused for a secret',
      body: NewPerson,
      bodyExample: { login: 'ada@example.com', roles },
      answers: { 201: { description: 'Invited.', schema: Invited }, 202: WAITS },
      errors: CONFIRMED,
      async handle(context, { body }) {
        const { partnerUid } = body;
        if (partnerUid !== undefined && isPartner && !(await isPartner(partnerUid)))
          throw invalid({ partnerUid: ['is not a partner: find it with GET /api/manage/partners?q='] });
        const { tenant } = context.actor;
        const { token, ...invitation } = prepareInvitation({ ...body, tenant, service });
        const outcome = await inviting.perform(context, invitation, admin);
        return 'proposal' in outcome
          ? waiting(outcome.proposal, { link: linkOf(token) })
          : { status: 201, body: invited(outcome.done, token) };
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/auth/people/:login',
      operation: 'changeRoles',
      tag: AUTH_TAG,
      summary: 'Change the roles of a person',
      description: `Their sessions end. ${TAKES_TWO}`,
      scope: 'admin',
      repeats: 'answered again',
      params: ByLogin,
      headers: IF_MATCH_HEADER,
      body: Type.Object({ roles: Roles }, { title: 'RolesChange', additionalProperties: false }),
      bodyExample: { roles },
      answers: { 200: { description: 'Changed.', schema: Person, headers: ETAG_DECLARATION }, 202: WAITS },
      errors: [...CONFIRMED, 'precondition_failed'],
      async handle(context, { params, body, headers }) {
        const change = { name: params.login, roles: body.roles, ...by };
        const outcome = await changingRoles.perform(context, change, admin, headers['if-match']);
        if ('proposal' in outcome) return waiting(outcome.proposal);
        const person = toPerson(outcome.done);
        return { status: 200, headers: { etag: person.etag }, body: person };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/auth/people/:login/reset',
      operation: 'resetPerson',
      tag: AUTH_TAG,
      summary: 'Reset a person who lost password or factors',
      description: `Removes their password, passkeys, app and sessions, and invites them again. Not for oneself. ${TAKES_TWO}`,
      scope: 'admin',
      repeats: 'refused for a secret',
      params: ByLogin,
      answers: { 200: { description: 'Invited again.', schema: Invited }, 202: WAITS },
      errors: CONFIRMED,
      async handle(context, { params }) {
        const { token, tokenHash } = newToken();
        const outcome = await resetting.perform(context, { name: params.login, ...by, tokenHash }, admin);
        return 'proposal' in outcome
          ? waiting(outcome.proposal, { link: linkOf(token) })
          : { status: 200, body: invited(outcome.done, token) };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/auth/people/:login/sessions',
      operation: 'listSessionsOf',
      tag: AUTH_TAG,
      summary: 'List the sessions of a person',
      scope: 'admin',
      params: ByLogin,
      answers: { 200: { description: 'All sessions.', schema: Type.Array(SessionEntry) } },
      async handle(context, { params }) {
        const person = await findPerson(context, params.login);
        return { status: 200, body: await listSessions(context, person.id) };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/auth/people/:login/sessions',
      operation: 'endSessionsOf',
      tag: AUTH_TAG,
      summary: 'End all sessions of a person',
      scope: 'admin',
      params: ByLogin,
      answers: { 204: { description: 'They have ended.', schema: null } },
      async handle(context, { params }) {
        const { id: credentialId } = await findPerson(context, params.login);
        await endSessionsOf(context, { credentialId, revocations });
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/auth/people/:login',
      operation: 'revokePerson',
      tag: AUTH_TAG,
      summary: 'Revoke a person for good',
      scope: 'admin',
      params: ByLogin,
      answers: { 204: { description: 'Revoked; all sessions have ended.', schema: null } },
      errors: CONFIRMED,
      async handle(context, { params }) {
        await revoking.perform(context, { name: params.login, ...by }, admin);
        return { status: 204 };
      },
    }),
  ];
}

/** The token is after the `#`, which browsers do not send: it appears in no log. */
export const invitationLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/console/invitation#${token}`;

async function findPerson({ db, actor }: Context<Db>, login: string) {
  const person = await selectPerson(db, actor.tenant, login).executeTakeFirst();
  if (person === undefined) throw new Problem('not_found', 'There is no such person.');
  return person;
}

const toPerson = (person: Credential, invitedUntil?: Date) => ({
  login: person.name,
  roles: person.roles,
  partnerUid: person.partnerUid ?? null,
  createdAt: person.createdAt,
  revokedAt: person.revokedAt,
  invitedUntil: invitedUntil?.toISOString() ?? null,
  etag: etagOf(person),
});

import type { ListedPerson } from '@quaestor/sdk';
import { formatList, formatTime } from '../text/index.ts';

type Factor = ListedPerson['factors'][number];

const FACTORS: Readonly<Record<Factor, string>> = {
  password: 'password',
  passkey: 'passkey',
  app: 'authenticator app',
};

export const texts = {
  list: {
    title: 'People',
    description: 'Who can sign in, and what they can do.',
    create: 'Invite a person',
    empty: {
      title: 'No people yet',
      text: 'Invite a person with a link that works once. They choose a passkey or a password themselves.',
    },
    unmatched: { title: 'No one matches', text: 'Search for a part of a login or a role.' },
  },
  columns: {
    login: 'Login',
    roles: 'Roles',
    state: 'State',
    factors: 'Signs in with',
    lastSignIn: 'Last sign-in',
    created: 'Created',
  },
  factorsOf: (factors: readonly Factor[]) =>
    factors.length === 0 ? 'Nothing yet' : formatList(factors.map((factor) => FACTORS[factor])),
  unknown: '–',
  states: {
    active: 'Active',
    invited: (until: string) => `Invited until ${formatTime(until)}`,
    revoked: 'Revoked',
  },
  noRoles: 'No roles',
  ofPartner: (uid: string) => `Partner ${uid}`,
  roles: 'Roles',
  invite: {
    title: 'Invite a person',
    about:
      'You get a link that works once. Give it to the person on a channel you trust. For roles that move money, vote, decide or read personal data, another admin confirms it first.',
    login: 'Login',
    aboutLogin: 'Such as their e-mail address.',
    required: 'Give a login.',
    partner: 'Partner',
    aboutPartner: 'Whose data the person sees. Leave it empty for people who run the program.',
    submit: 'Create the invitation',
  },
  invited: {
    title: (login: string) => `Invitation for ${login}`,
    about: (expiresAt: string) =>
      `Give this link to the person. It works once, until ${formatTime(expiresAt)}, and is not shown again.`,
    waits:
      'Give this link to the person. It works once another admin has confirmed it in the inbox, and is not shown again.',
    link: 'the link',
  },
  detail: {
    facts: {
      state: 'State',
      factors: 'Signs in with',
      lastSignIn: 'Last sign-in',
      created: 'Created',
      partner: 'Partner',
    },
    changed: (login: string) => `${login} has the new roles.`,
    ended: (login: string) => `All sessions of ${login} have ended.`,
    revoked: (login: string) => `${login} is revoked.`,
    save: 'Save the roles',
    aboutSave: 'A change of roles ends the sessions of the person.',
    self: 'This is you. Another admin can change your roles, reset or revoke you.',
    foreign: (roles: string) =>
      `This person also has roles of the other service: ${roles}. Change the roles at the command line.`,
    sessions: 'Sessions',
    noSessions: 'Not signed in.',
    session: (ip: string, method: string) => `${ip}, signed in by ${method}`,
    seen: (browser: string, at: string) => `${browser}. Last seen ${formatTime(at)}`,
    endSessions: 'End all sessions',
    recovery: 'Recovery',
    aboutReset: 'Removes password, passkeys, app and sessions, and gives a new invitation.',
    reset: 'Reset',
    aboutRevoke: 'The person can never sign in again under this login.',
    revoke: 'Revoke',
  },
} as const;

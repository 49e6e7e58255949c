import { plural } from '../text/index.ts';

export const texts = {
  list: {
    title: 'Clients',
    description: 'Programs that call the API with a secret of their own.',
    create: 'New client',
    empty: {
      title: 'No client yet',
      text: 'A client is a program with a name, a secret and the scopes it needs. It belongs to the person who creates it.',
    },
    unmatched: { title: 'No client matches', text: 'Search for a part of a name, an owner or a scope.' },
  },
  columns: { name: 'Name', owner: 'Owner', scopes: 'Scopes', state: 'State', created: 'Created' },
  scopes: (count: number) => plural(count, 'scope', 'scopes'),
  active: 'Active',
  revoked: 'Revoked',
  noOwner: 'None',
  field: 'Scopes',
  create: {
    title: 'New client',
    about:
      'It belongs to you: where two people must agree, you and your client count as one. For scopes that move money, vote, decide or read personal data, another admin confirms it first.',
    name: 'Name',
    aboutName: 'Such as treasury-bot. It is the client id at /oauth/token.',
    required: 'Give a name.',
    submit: 'Create the client',
  },
  secret: {
    title: (name: string) => `Secret of ${name}`,
    about: 'Store it where the program reads its secrets. It is not shown again; a new one can be made.',
    waits:
      'Store it where the program reads its secrets. It works once another admin has confirmed it in the inbox, and is not shown again.',
    what: 'the secret',
  },
  detail: {
    changed: (name: string) => `${name} has the new scopes.`,
    revoked: (name: string) => `${name} is revoked.`,
    facts: {
      state: 'State',
      owner: 'Owner',
      scopes: 'Scopes',
      created: 'Created',
      rotated: 'Secret replaced',
    },
    save: 'Save the scopes',
    aboutSave: 'A change of scopes ends its tokens. Its secret stays valid.',
    foreign: (scopes: string) =>
      `It also has scopes of the other service: ${scopes}. Change its scopes at the command line.`,
    secret: 'Secret',
    aboutRotate: 'The old secret and its tokens end when the new one works.',
    rotate: 'Replace the secret',
    aboutRevoke: 'The program can never get a token again.',
    revoke: 'Revoke',
  },
} as const;

export const texts = {
  waits: (account: string) => `The change of ${account} waits for another admin, who finds it in the inbox.`,
  actions: {
    'person.invite': 'Invite a person',
    'person.reset': 'Reset a person',
    'credential.change-roles': 'Change roles',
    'credential.create': 'Create a client',
    'credential.change-scopes': 'Change scopes',
    'credential.rotate': 'Replace a secret',
  } as Readonly<Record<string, string>>,
  source: {
    what: 'Change of access',
    all: 'All changes of access',
    about: (change: string, account: string) => `${change}: ${account}`,
  },
} as const;

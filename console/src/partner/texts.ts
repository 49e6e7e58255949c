export const texts = {
  sections: { earnings: 'Earnings', clients: 'Clients', program: 'Program', admin: 'Administration' },
  screens: {
    overview: 'Overview',
    rewards: 'Rewards',
    reports: 'Reports',
    wallets: 'Wallets',
    clients: 'Clients',
    links: 'Links',
    rebates: 'Rebates',
    sharedAccounts: 'Shared accounts',
    subpartners: 'Sub-partners',
  },
  viewing: (uid: string) => `You see what the partner ${uid} sees. You cannot change anything here.`,
  leave: 'Back to the program',
} as const;

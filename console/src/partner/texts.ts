export const texts = {
  sections: { earnings: 'Earnings', clients: 'Clients', program: 'Program', admin: 'Administration' },
  screens: { overview: 'Overview' },
  viewing: (uid: string) => `You see what the partner ${uid} sees. You cannot change anything here.`,
  leave: 'Back to the program',
} as const;

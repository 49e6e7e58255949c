export const texts = {
  title: 'Overview',
  about: 'What your clients did, and what it earned.',
} as const;

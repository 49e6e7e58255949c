export const texts = { find: 'Find' } as const;

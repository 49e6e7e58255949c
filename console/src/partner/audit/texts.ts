export const texts = { example: 'action:proposal.*' } as const;

export const texts = { example: 'action:withdrawal.*' } as const;

export const texts = { dismiss: 'Dismiss the message' } as const;

export const texts = { close: 'Close' } as const;

export const texts = { change: 'Change', discard: 'Discard' } as const;

export const texts = {
  filter: 'Filter',
  fault: (offset: number, message: string) => `Character ${offset + 1}: ${message}`,
} as const;

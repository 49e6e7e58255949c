export const texts = {
  filter: 'Filter',
  example: (filter: string) => `Such as ${filter}`,
  fault: (offset: number, message: string) => `Character ${offset + 1}: ${message}`,
} as const;

export const texts = {
  actors: { program: (name: string) => `${name} (program)`, system: 'Quaestor' },
} as const;

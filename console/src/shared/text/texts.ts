export const texts = {
  /** Of `<html lang>`, and of the formats of numbers and lists. */
  language: 'en',
  /** The day before the month, and 24 hours. */
  dates: 'en-GB',
  marks: { group: ',', point: '.' },
  actors: { program: (name: string) => `${name} (program)`, system: 'Quaestor' },
  /** Codes of the server that are not shown as the words they consist of. */
  codes: {} as Readonly<Record<string, string>>,
} as const;

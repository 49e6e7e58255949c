export const texts = {
  unexpected: 'Something unexpected happened.',
  field: (name: string) => `${name}: `,
  quoted: (name: string) => `“${name}”`,
  trace: (id: string) => `Trace id ${id}`,
  traceId: 'the trace id',
  retry: 'Try again',
} as const;

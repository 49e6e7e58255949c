export const texts = {
  unexpected: 'Something unexpected happened.',
  field: (name: string) => `${name}: `,
  placed: (list: string, place: number, name: string) => `${list} ${place}, ${name}`,
  quoted: (name: string) => `“${name}”`,
  trace: (id: string) => `Trace id ${id}`,
  traceId: 'the trace id',
  retry: 'Try again',
  notConfirmed: 'You did not confirm it, so nothing was changed.',
} as const;

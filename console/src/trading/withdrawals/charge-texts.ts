export const texts = {
  receives: 'The payee receives',
  fee: 'Fee of the venue',
  leaves: 'Leaves the venue',
  unknown: 'known when it is sent',
  wrong: 'The venue charged another fee than it announced: the payee received another amount than requested.',
} as const;

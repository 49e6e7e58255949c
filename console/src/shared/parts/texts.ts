export const texts = {
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  keep: 'Keep it',
  reason: 'Reason',
} as const;

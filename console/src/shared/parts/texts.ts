export const texts = {
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  keep: 'Keep it',
} as const;

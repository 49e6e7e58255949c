export const texts = {
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
} as const;

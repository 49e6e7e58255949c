export const texts = {
  waits: (account: string) => `The change of ${account} waits for another admin, who finds it in the inbox.`,
} as const;

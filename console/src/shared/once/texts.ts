export const texts = {
  close: 'Close',
  done: 'I have stored it',
} as const;

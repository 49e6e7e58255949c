export const texts = {
  done: 'I have stored it',
} as const;

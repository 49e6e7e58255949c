export const texts = {
  unloaded: 'This part could not be loaded. The rest of the page is as you left it.',
  retry: 'Try again',
} as const;

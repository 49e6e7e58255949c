export const texts = {
  step: 'Step',
  missing: {
    title: 'There is no such page',
    about: 'The address may be incomplete, or from another version of the console.',
    overview: 'Go to the overview',
  },
} as const;

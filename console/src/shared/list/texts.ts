export const texts = {
  find: 'Find',
  saved: {
    title: 'Saved filters',
    none: 'Filter the list, then save the filter here. It stays in this browser.',
    name: 'Name of the filter',
    save: 'Save',
    remove: (name: string) => `Remove ${name}`,
  },
} as const;

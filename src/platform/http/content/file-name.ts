export const FILE_NAME_HEADER = {
  'content-disposition': {
    description: 'The name of the file. Answers that are JSON have none.',
    example: 'attachment; filename="performance.csv"',
    optional: true,
  },
} as const;

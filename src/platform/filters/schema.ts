import { Type, type Static } from 'typebox';

export const FilterDescription = Type.Object(
  {
    type: Type.String({ description: 'What is filtered.', examples: ['withdrawal'] }),
    defaultField: Type.String({
      description: 'Searched by a term without a field.',
      examples: ['reference'],
    }),
    fields: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['status'] }),
        kind: Type.Enum(['keyword', 'keywords', 'number', 'time'], {
          description:
            'keyword: text, compared exactly. keywords: a list of such texts. number: a decimal. time: an instant, ' +
            'or a day, month or year.',
          examples: ['keyword'],
        }),
        description: Type.String({ examples: ['The status, such as PENDING.'] }),
        values: Type.Array(Type.String(), {
          description:
            'Values for completion: all that the field can have where they are fixed, else those of the newest rows, ' +
            'or none where completion would not help.',
          examples: [['PENDING', 'COMPLETED']],
        }),
      }),
      { description: 'In the order of the documentation.' },
    ),
  },
  { title: 'FilterDescription' },
);
export type FilterDescription = Static<typeof FilterDescription>;

import { Type } from 'typebox';

/** The parameters of a page. */
export const PAGE = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: 'Rows of a page.',
      examples: [100],
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      default: 0,
      description: 'Rows before it.',
      examples: [0],
    }),
  ),
};

import { Type, type TSchema } from 'typebox';

const INT32_MAX = 2_147_483_647;
const DEFAULT_SIZE = 20;
const count = (example: number) => Type.Integer({ examples: [example] });

/** The query parameters of every list. */
export const pageQuery = {
  pageNumber: Type.Optional(
    Type.Integer({ minimum: 0, maximum: INT32_MAX, default: 0, description: 'From 0.', examples: [0] }),
  ),
  pageSize: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      default: DEFAULT_SIZE,
      description: '0 returns only the count.',
      examples: [DEFAULT_SIZE],
    }),
  ),
};

export const pageOf = <Item extends TSchema>(item: Item, title: string) =>
  Type.Object(
    {
      content: Type.Array(item),
      totalElements: count(1),
      totalPages: count(1),
      size: count(DEFAULT_SIZE),
      number: count(0),
      pageable: Type.Object(
        { pageNumber: count(0), pageSize: count(DEFAULT_SIZE) },
        { description: 'The request.' },
      ),
    },
    { title },
  );

interface Slice {
  readonly limit: number;
  readonly offset: number;
}

interface Found<Item> {
  readonly total: number;
  readonly items: readonly Item[];
}

/** Reads one page of a list. With a limit of 0, only the count is read. */
export async function readPage<Item>(
  {
    pageNumber = 0,
    pageSize = DEFAULT_SIZE,
  }: { pageNumber?: number | undefined; pageSize?: number | undefined },
  read: (slice: Slice) => Promise<Found<Item>>,
) {
  const { total, items } = await read({ limit: pageSize, offset: pageNumber * pageSize });
  return {
    content: [...items],
    totalElements: total,
    totalPages: pageSize === 0 ? 0 : Math.ceil(total / pageSize),
    size: pageSize,
    number: pageNumber,
    pageable: { pageNumber, pageSize },
  };
}

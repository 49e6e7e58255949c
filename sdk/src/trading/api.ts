import type { Api, Query } from '../api/index.ts';
import type { trading } from '../generated/operations.ts';
import type { operations } from '../generated/trading.ts';

export type TradingApi = Api<typeof trading, operations>;

/** What a list can be narrowed by. Its pages are chosen with `page`. */
export type Filter<Id extends keyof operations> = Omit<Query<operations[Id]>, 'cursor' | 'pageNumber'>;

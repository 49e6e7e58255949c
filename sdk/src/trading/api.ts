import type { Api, Query } from '../api/index.ts';
import type { trading } from '../generated/operations.ts';
import type { operations } from '../generated/types.ts';

export type TradingApi = Api<keyof typeof trading, operations>;

/** What a list can be narrowed by. Its pages are chosen with `page`. */
export type Filter<Id extends keyof operations> = Omit<Query<operations[Id]>, 'cursor' | 'pageNumber'>;

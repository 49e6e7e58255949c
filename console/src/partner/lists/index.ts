export { rewardColumns, tradingColumns } from './account-columns.ts';
export { FindAndOrder, useFindAndOrder } from './find-and-order.tsx';
export { KindFilter } from './kind-filter.tsx';
export { usdColumn } from './usd-column.ts';

import { kindNamed, type Derivation } from '../facts/index.ts';
import { enrichOrders, ORDER_COLUMNS, ordersTouchedBy, prepareOrders } from './store.ts';

const FIELDS = Object.keys(kindNamed('orders').fields);

/** Keeps beside each order whose it is and what it earns, on both levels. */
export const rewardDerivation: Derivation = {
  kind: 'orders',
  columns: ORDER_COLUMNS,
  prepare: prepareOrders,
  enrich: (relation) => enrichOrders(FIELDS, relation),
  affected: ordersTouchedBy,
};

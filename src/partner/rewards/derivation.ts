import { kindNamed, type Derivation } from '../facts/index.ts';
import { enrichOrders, ORDER_COLUMNS, ordersRecreditedBy, ordersTouchedBy, prepareOrders } from './store.ts';

const FIELDS = Object.keys(kindNamed('orders').fields);

/** Stores with each order who earns from it and how much, on both levels. */
export const rewardDerivation: Derivation = {
  kind: 'orders',
  columns: ORDER_COLUMNS,
  prepare: prepareOrders,
  enrich: (relation) => enrichOrders(FIELDS, relation),
  affected: ordersTouchedBy,
  recredited: ordersRecreditedBy,
};

import { kindNamed } from '../facts/kinds/index.ts';
import { SENT_IN, type Derivation } from '../facts/store/index.ts';
import { enrichOrders, ORDER_COLUMNS, ordersRecreditedBy, ordersTouchedBy, prepareOrders } from './store.ts';

const FIELDS = [...Object.keys(kindNamed('orders').fields), SENT_IN];

/** Stores with each order the partners who earn from it and their rewards, on both levels. */
export const rewardDerivation: Derivation = {
  kind: 'orders',
  columns: ORDER_COLUMNS,
  prepare: prepareOrders,
  enrich: (relation) => enrichOrders(FIELDS, relation),
  affected: ordersTouchedBy,
  recredited: ordersRecreditedBy,
};

import type { Outcome, PayingWallet, Venue } from './port/index.ts';

/** Runs a call to a venue under a name such as `withdrawals.submit`. */
export type Observe = <T>(name: string, run: () => Promise<Outcome<T>>) => Promise<Outcome<T>>;

/** Passes every call through `observe`. Book streams are not calls and have metrics of their own. */
export function observeVenue(venue: Venue, observe: Observe): Venue {
  const { balances, withdrawals, deposits, addresses, orders, permissions, counterparties } = venue;
  const tradingWallet = venue.wallet;
  const findWithdrawal = withdrawals?.find;
  const findOrder = orders?.find;
  const wallet = withdrawals?.payingWallet;
  return {
    ...venue,
    get asks() {
      return venue.asks;
    },
    get isFormKnown() {
      return venue.isFormKnown ?? true;
    },
    describe: (call) => observe('describe', () => venue.describe(call)),
    ...(balances && { balances: (call) => observe('balances', () => balances(call)) }),
    ...(counterparties && {
      counterparties: (call) => observe('counterparties', () => counterparties(call)),
    }),
    ...(permissions && { permissions: (call) => observe('permissions', () => permissions(call)) }),
    ...(tradingWallet && { wallet: (call) => observe('wallet', () => tradingWallet(call)) }),
    ...(withdrawals && {
      withdrawals: {
        ...withdrawals,
        submit: (request, call) => observe('withdrawals.submit', () => withdrawals.submit(request, call)),
        status: (submitted, call) => observe('withdrawals.status', () => withdrawals.status(submitted, call)),
        ...(findWithdrawal && {
          find: (sought, call) => observe('withdrawals.find', () => findWithdrawal(sought, call)),
        }),
        ...(wallet && { payingWallet: observeWallet(wallet, observe) }),
      },
    }),
    ...(deposits && {
      deposits: {
        ...deposits,
        list: (since, call) => observe('deposits.list', () => deposits.list(since, call)),
      },
    }),
    ...(addresses && {
      addresses: {
        find: (place, call) => observe('addresses.find', () => addresses.find(place, call)),
      },
    }),
    ...(orders && {
      orders: {
        ...orders,
        place: (request, call) => observe('orders.place', () => orders.place(request, call)),
        cancel: (order, call) => observe('orders.cancel', () => orders.cancel(order, call)),
        trades: (order, call) => observe('orders.trades', () => orders.trades(order, call)),
        ...(findOrder && { find: (order, call) => observe('orders.find', () => findOrder(order, call)) }),
      },
    }),
  };
}

function observeWallet(wallet: PayingWallet, observe: Observe): PayingWallet {
  const { find } = wallet;
  return {
    ...wallet,
    fund: (request, call) => observe('funding.fund', () => wallet.fund(request, call)),
    ...(find && { find: (request, call) => observe('funding.find', () => find(request, call)) }),
  };
}

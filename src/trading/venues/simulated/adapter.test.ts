import { charging } from '../../../../exchange/testing/profile.ts';
import { effort } from '../../../testing/effort.ts';
import { CAPABILITIES } from '../capabilities.ts';
import type { FeeIn, FeeKind } from '../port/index.ts';
import { samplesWith } from '../testing/acceptance/samples.ts';
import { venueAcceptance, type VenueUnderTest } from '../testing/acceptance/suite.ts';
import { startTestExchange } from '../testing/start.ts';

const KINDS: readonly [FeeIn, FeeKind][] = [
  ['counter', 'on top'],
  ['received', 'inside'],
];

for (const [feeIn, kind] of effort(KINDS.slice(0, 1), KINDS)) {
  venueAcceptance(
    `the simulated exchange with fees in the ${feeIn} asset, and those of withdrawals ${kind}`,
    CAPABILITIES,
    () => start(feeIn, kind),
  );
}

async function start(feeIn: FeeIn, kind: FeeKind): Promise<VenueUnderTest> {
  const { venue, connect, control, stop } = await startTestExchange(charging(feeIn, kind));
  const transient = { times: 1 };
  return {
    venue,
    connect,
    stop,
    doubts: ['timed_out', 'reference_reused', 'internal'].map((code) => ({
      name: code,
      async follow(operation, status) {
        const fault = { type: 'refuseAfterwards', status, code, message: 'Please try again.' } as const;
        await control.fault({ operation, fault, ...transient });
      },
    })),
    samples: samplesWith({
      bids: [['59998.01', '0.30000']],
      asks: [
        ['60001.01', '0.10000'],
        ['60002.50', '0.25001'],
      ],
    }),
    truth: {
      async transfers(reference) {
        const { transfers } = await control.state();
        return transfers
          .filter((transfer) => transfer.reference === reference)
          .map(({ asset, amount, fee = '0' }) => ({ asset, received: amount, fee }));
      },
      async orders(clientOrderId) {
        const { orders } = await control.state();
        return orders
          .filter((order) => order.clientOrderId === clientOrderId)
          .map(({ quantity, price }) => ({ quantity, price }));
      },
      async balance(asset) {
        const { accounts } = await control.state();
        const balance = accounts['MAIN']?.[asset];
        if (!balance) throw new Error(`There is no balance of ${asset}.`);
        const { available, locked, withdrawing } = balance;
        return { available, locked, withdrawing };
      },
      async book(symbol) {
        const { bids, asks } = await control.book(symbol);
        return { bids, asks };
      },
      arrange: async (symbol, bids, asks) => void (await control.arrange(symbol, { bids, asks })),
      stir: async () => void (await control.tick(3)),
      broadcast: async (reference) => void (await control.broadcast(reference)),
      complete: async (reference) => void (await control.complete(reference)),
      fail: async (reference, reason) => void (await control.fail(reference, reason)),
      async deposit({ asset, amount, network, address, hash }) {
        const to = { destination: { kind: 'blockchain', network, address }, hash } as const;
        return (await control.deposit(asset, amount, 3_600_000, to)).transfer.id;
      },
      judge: async (id, state) => void (await control.judge(id, state)),
      depositStates: ['pending', 'locked', 'information', 'credited', 'rejected'],
    },
    faults: {
      dropAnswer: async (operation) =>
        void (await control.fault({ operation, fault: { type: 'drop' }, ...transient })),
      lose: async (operation) =>
        void (await control.fault({ operation, fault: { type: 'lose' }, ...transient })),
      fail: async (operation) =>
        void (await control.fault({ operation, fault: { type: 'errorAfterwards' }, ...transient })),
      garble: async (operation) =>
        void (await control.fault({ operation, fault: { type: 'garble' }, ...transient })),
      delay: async (operation, ms) =>
        void (await control.fault({ operation, fault: { type: 'delay', ms }, ...transient })),
      goOffline: async () => void (await control.goOffline()),
      goOnline: async () => void (await control.goOnline()),
    },
  };
}

import type { Actor } from '../../kernel/index.ts';
import type { PersonalData, TravelRule } from '../../platform/personal-data/index.ts';
import {
  approveAll,
  confirmDestination,
  listBalances,
  requestDisbursement,
  saveDestination,
  type Issuer,
  type OnChain,
} from '../disbursements/index.ts';
import { ingest } from '../facts/intake/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { confirmProposal, proposeEntry } from '../program/index.ts';
import { FIRST_PARTNER } from './program.ts';

const ACCOUNT = '7999001';
const CURRENCY = 'USDC';

/** How a partner of the demo is paid on chain. */
interface PayingOnChain {
  readonly networks: OnChain['networks'];
  readonly issuer: Issuer;
  /** The address of the partner. */
  readonly wallet: string;
  readonly personal: PersonalData;
}

/** The partner itself, as the venue that pays wants to hear it. */
const RECEIVER: TravelRule = {
  relation: 'THIRD_PARTY',
  party: { kind: 'NATURAL', firstName: 'Paula', lastName: 'Sørensen' },
  address: { country: 'DK', city: 'Aarhus' },
  purpose: { code: 'SERVICES' },
  wallet: { kind: 'SELF_HOSTED' },
  declared: true,
};

/**
 * Opens an account in a stablecoin for the partner of the demo, with a bonus that is approved to be paid on chain. After an
 * interruption it goes on where it ended.
 */
export async function disburseOnChain(
  context: FactsContext,
  { networks, issuer, wallet, personal }: PayingOnChain,
): Promise<void> {
  const network = networks.find(({ asset }) => asset === CURRENCY)?.network;
  if (network === undefined) return;
  // A person would have to confirm steps with a second factor.
  const as = (id: string, scope: string, partnerUid?: string): FactsContext => ({
    ...context,
    actor: {
      ...context.actor,
      id,
      scopes: new Set([scope]),
      ...(partnerUid !== undefined && { partnerUid }),
    } satisfies Actor,
  });
  const partner = as('paula', 'disbursements:edit', FIRST_PARTNER);
  await openAccount(context);
  const read = async () => {
    const { balances } = await listBalances(partner, issuer);
    return balances.find(({ account_id }) => account_id === ACCOUNT);
  };
  const before = await read();
  if (!before || (before.balance.isZero && before.paid.isZero)) {
    const { id } = await proposeEntry(as('mara', 'program:edit'), FIRST_PARTNER, {
      account_id: ACCOUNT,
      kind: 'bonus',
      amount: '120',
      reason: 'A welcome in stablecoin.',
    });
    await confirmProposal(as('milan', 'program:edit'), id);
  }
  if ((await read())?.blocks.some(({ code }) => code === 'no_destination') === true) {
    const given = { kind: 'chain', network, wallet, travel_rule: RECEIVER } as const;
    const { id } = await saveDestination(partner, ACCOUNT, given, { methods: [], networks, personal });
    await confirmDestination(as('mara', 'disbursements:manage'), { id, coolingOffHours: 0 });
  }
  const after = await read();
  if (!after || after.available.isZero) return;
  const { number } = await requestDisbursement(partner, { account_id: ACCOUNT }, issuer);
  await approveAll(as('milan', 'disbursements:manage'), [number], issuer);
}

const openAccount = (context: FactsContext): Promise<unknown> =>
  ingest(context, {
    kind: 'partner-accounts',
    source: {
      format: 'select',
      sql: `select '${ACCOUNT}' as partner_account, '${FIRST_PARTNER}' as partner_uid, '${CURRENCY}' as currency,
          'Stablecoin' as account_name, date '${context.clock.now().toISOString().slice(0, 10)}' as opened_on
        where not exists (select 1 from partner_accounts where partner_account = '${ACCOUNT}')`,
    },
  });

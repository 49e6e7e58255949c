import type { Session } from '../../platform/duckdb/index.ts';
import { KINDS } from '../facts/index.ts';
import type { Bind } from './declare.ts';

/**
 * Whose rows a report is about: the partner's own, those of the partners below, or those of the client accounts that
 * others share with the partner.
 */
export type Reach = 'own' | 'below' | 'shared';

export interface Owner {
  readonly partnerUid: string;
  /** The number under which the store knows the partner. */
  readonly partnerNo: number;
  /** The accounts that others share with the partner, where they are known and few. */
  readonly shared?: readonly SharedAccount[];
}

interface SharedAccount {
  readonly partner_no: number;
  readonly account_no: number;
}

/** More of them are found sooner together than one by one. */
const FEW = 16;

/** The same owner with the accounts that are shared with it, as the session sees them. */
export async function withShared(session: Pick<Session, 'query'>, owner: Owner): Promise<Owner> {
  const shared = await session.query<SharedAccount>(
    `select partner_no, account_no from shares where agent_uid = $1 limit ${FEW + 1}`,
    [owner.partnerUid],
  );
  return shared.length > FEW ? owner : { ...owner, shared };
}

/** Tables whose rows belong to nobody; all see them. */
const COMMON = new Set(['campaigns']);

const FACT_TABLES = KINDS.map(({ name }) => name.replaceAll('-', '_')).filter((name) => !COMMON.has(name));
const PAYOUT_TABLES = ['credited_rewards', 'progress_rewards', 'progress_reward_details'];
const NAME_TABLES = ['account_names', 'renamed_accounts'];
/** Facts that are not kept by partner. */
const UNOWNED = new Set(['rates', 'tariffs']);
const isOwnedFact = (table: string): boolean => FACT_TABLES.includes(table) && !UNOWNED.has(table);

/**
 * Which rows of a table a report may see, as a condition, or as several of which no row meets two. What no rule speaks
 * of stays hidden.
 */
type Rules = (table: string, owner: Owner, bind: Bind) => string | readonly string[];

const RULES: Readonly<Record<Reach, Rules>> = {
  own(table, { partnerNo }, bind) {
    const isOwned = isOwnedFact(table) || PAYOUT_TABLES.includes(table);
    return isOwned ? `partner_no = ${bind(partnerNo)}` : 'false';
  },
  below(table, { partnerUid }, bind) {
    if (table === 'partners') return `parent_uid = ${bind(partnerUid)}`;
    return isOwnedFact(table) ? 'partner_no in (select partner_no from partners)' : 'false';
  },
  shared(table, { partnerUid, shared }, bind) {
    switch (table) {
      case 'shares':
        return `agent_uid = ${bind(partnerUid)}`;
      case 'client_accounts':
        return ofSharers('account_no', 'shares');
      case 'orders':
        // Each alone is looked for where it may be, before anything else of a row is read.
        return (
          shared?.map(
            (account) => `partner_no = ${account.partner_no} and account_no = ${account.account_no}`,
          ) ?? ofSharers('account_no', 'shares')
        );
      case 'clients':
        return ofSharers('client_no', 'client_accounts');
      default:
        return 'false';
    }
  },
};

/**
 * The rows that bear one of the numbers. A partner's rows lie together, so that those of all who share are found first;
 * `is true` keeps the engine from looking for the numbers first, among the rows of everybody.
 */
const ofSharers = (number: string, table: string): string =>
  `partner_no in (select partner_no from shares) and (${number} in (select ${number} from ${table})) is true`;

/** The tables that rules look into come before those whose rules they are. */
const TABLES = [
  ...new Set([
    'partners',
    'shares',
    'client_accounts',
    'clients',
    ...FACT_TABLES,
    ...PAYOUT_TABLES,
    ...NAME_TABLES,
  ]),
];

/** The partner who asks, and the partner's accounts by their present names, whatever the reach. */
const OWN = {
  own_partner: 'select * from partners where partner_no = ',
  own_accounts: `select partner_account, currency, opened_on, account_names.account_name
    from partner_accounts join account_names using (partner_account) where partner_no = `,
};

/**
 * Common table expressions that stand before whatever a report says and hide every table behind its visible part,
 * under the same name: a report cannot see more, even by mistake.
 */
export function visible(sql: string, reach: Reach, owner: Owner, bind: Bind): string[] {
  const named = new Set(sql.match(/\w+/g));
  const expressions: string[] = [];
  const hide = (name: string, select: string): void => {
    // What is dear to find is found once.
    const kept = reach === 'shared' && name !== 'shares' ? 'materialized' : 'not materialized';
    expressions.unshift(`${name} as ${kept} (${select})`);
    for (const [word] of select.matchAll(/\w+/g)) named.add(word);
  };
  for (const table of TABLES.toReversed()) {
    if (!named.has(table)) continue;
    const rules = [RULES[reach](table, owner, bind)].flat();
    const selects = rules.map((rule) => `select * from ${table} where ${rule}`);
    hide(table, selects.join(' union all ') || `select * from ${table} where false`);
  }
  for (const [name, select] of Object.entries(OWN)) {
    if (named.has(name))
      expressions.unshift(`${name} as not materialized (${select}${bind(owner.partnerNo)})`);
  }
  return expressions;
}

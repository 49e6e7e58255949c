import type { PartnerNumber, Reader } from '../../facts/serving/index.ts';
import type { Writing } from './bind.ts';

/**
 * The rows a report can read: the partner's own, those of the partners below, those of the client accounts that others
 * share with the partner, or, for managers alone, those of the whole program.
 */
export type Reach = 'own' | 'below' | 'shared' | 'program';

/** The partner whose rows, with those of the partners below it, are all that a report reads; undefined if it reads more. */
export const treeOf = (reach: Reach, { partnerUid }: Owner): string | undefined =>
  reach === 'own' || reach === 'below' ? partnerUid : undefined;

export interface Owner {
  readonly partnerUid: string;
  /** What the engine knows the partner by. */
  readonly partnerNo: PartnerNumber;
  /** The accounts that others share with the partner, where they are known and few. */
  readonly shared?: readonly SharedAccount[];
}

/** The owner of program-wide reports; no partner has this uid. Only `readProgramState` gives it to a caller. */
export const PROGRAM: Owner = { partnerUid: '*', partnerNo: -1 };

interface SharedAccount {
  readonly partner_no: PartnerNumber;
  readonly account_no: PartnerNumber;
}

/** More accounts are found faster together than one by one. */
const FEW = 16;

/** The same owner with the accounts that are shared with it, as the reader sees them. */
export async function withShared(reader: Reader, owner: Owner, signal: AbortSignal): Promise<Owner> {
  const shares = reader.dialect.rows('shares', 'agent_uid = $1');
  const shared = await reader.query<SharedAccount>(
    `select partner_no, account_no from (${shares}) shares limit ${FEW + 1}`,
    [owner.partnerUid],
    { signal },
  );
  return shared.length > FEW ? owner : { ...owner, shared };
}

const OWNED_FACTS = [
  'partners',
  'partner_accounts',
  'links',
  'impressions',
  'clicks',
  'spend',
  'installs',
  'clients',
  'client_accounts',
  'kyc',
  'deposits',
  'shares',
  'fraud_labels',
  'orders',
  'tier_changes',
] as const;
const PAYOUTS = ['credited_rewards', 'progress_rewards', 'progress_reward_details'] as const;

/** All tables that can be read through a reach. */
export const TABLES = [
  ...OWNED_FACTS,
  ...PAYOUTS,
  'campaigns',
  'rates',
  'tier_levels',
  'own_partner',
  'own_accounts',
  'own_suspensions',
  'accounts_below',
] as const;
export type Table = (typeof TABLES)[number];

const isOwnedFact = isOneOf(OWNED_FACTS);
const isPayout = isOneOf(PAYOUTS);

function isOneOf(tables: readonly string[]): (table: string) => boolean {
  const names = new Set(tables);
  return (table) => names.has(table);
}

/** What SQL over the visible rows of tables is written with. */
export interface Visible extends Writing {
  /** Returns the name of a table in the statement. SQL that names the table itself is refused. */
  readonly from: From;
}

interface Viewer extends Visible {
  readonly owner: Owner;
}

/** A relation that holds the visible rows of a table, by its name in the statement. */
type From = (table: Table) => string;

/**
 * Selects the visible rows of a table by a condition, or by several of which no row meets two; undefined where reports of
 * this reach cannot read the table.
 */
type Rules = (table: Table, viewer: Viewer) => string | readonly string[] | undefined;

const RULES: Readonly<Record<Reach, Rules>> = {
  own(table, { owner, bind }) {
    return isOwnedFact(table) || isPayout(table) ? `partner_no = ${bind(owner.partnerNo)}` : undefined;
  },
  below(table, { owner, bind, from }) {
    if (table === 'partners') return `parent_uid = ${bind(owner.partnerUid)}`;
    return isOwnedFact(table) ? `partner_no in (select partner_no from ${from('partners')})` : undefined;
  },
  shared(table, { owner, bind, from }) {
    switch (table) {
      case 'shares':
        return `agent_uid = ${bind(owner.partnerUid)}`;
      case 'client_accounts':
        return ofSharers('account_no', 'shares', from);
      case 'orders':
        // Looking up each account alone skips most blocks before any other column is read.
        return (
          owner.shared?.map(
            (account) =>
              `partner_no = ${bind(account.partner_no)} and account_no = ${bind(account.account_no)}`,
          ) ?? ofSharers('account_no', 'shares', from)
        );
      case 'clients':
        return ofSharers('client_no', 'client_accounts', from);
      default:
        return undefined;
    }
  },
  program: (table) => (isOwnedFact(table) ? 'true' : undefined),
};

/**
 * Rows are clustered by partner, so those of all sharing partners are found first; `is true` keeps the engine from
 * looking for the numbers first, among the rows of all partners.
 */
const ofSharers = (number: string, table: Table, from: From): string =>
  `partner_no in (select partner_no from ${from('shares')})
    and (${number} in (select ${number} from ${from(table)})) is true`;

/** The prefix of the relations through which a statement reads tables. */
export const VISIBLE = 'visible_';

/**
 * The tables as one report sees them for one partner. Only this file names the tables themselves; declarations get the
 * names of common table expressions that hold the visible rows.
 */
export class VisibleTables {
  readonly #reach: Reach;
  readonly #viewer: Viewer;
  readonly #expressions = new Map<Table, string>();

  constructor(reach: Reach, owner: Owner, writing: Writing) {
    const isForeign = reach === 'program' ? owner !== PROGRAM : owner.partnerUid === PROGRAM.partnerUid;
    if (isForeign)
      throw new Error(`A report with the reach '${reach}' cannot be read for ${owner.partnerUid}.`);
    this.#reach = reach;
    this.#viewer = { ...writing, owner, from: this.from };
  }

  readonly from: From = (table) => {
    const name = `${VISIBLE}${table}`;
    if (!this.#expressions.has(table)) {
      // The select comes first, since what it reads itself has to stand before it.
      const select = this.#select(table);
      this.#expressions.set(table, `${name} as ${this.#materialized(table)} (${select})`);
    }
    return name;
  };

  /** Common table expressions for all requested tables. */
  get expressions(): string[] {
    return [...this.#expressions.values()];
  }

  #select(table: Table): string {
    const { owner, bind, dialect } = this.#viewer;
    const isOwn = (): string => `partner_no = ${bind(owner.partnerNo)}`;
    switch (table) {
      case 'campaigns':
      case 'rates':
      case 'tier_levels':
        return dialect.rows(table, 'true');
      case 'own_partner':
        return dialect.rows('partners', isOwn());
      case 'own_suspensions':
        return dialect.rows('suspensions', isOwn());
      case 'accounts_below': {
        const below = dialect.rows('partners', `parent_uid = ${bind(owner.partnerUid)}`);
        return dialect.rows('partner_accounts', `partner_no in (select partner_no from (${below}) below)`);
      }
      case 'own_accounts':
        return `select a.partner_account as partner_account, a.currency as currency, a.opened_on as opened_on,
          n.account_name as account_name
          from (${dialect.rows('partner_accounts', isOwn())}) a
          join (${dialect.rows('account_names', 'true')}) n on n.partner_account = a.partner_account`;
      default:
        return this.#selectByRules(table);
    }
  }

  #selectByRules(table: Table): string {
    const rules = RULES[this.#reach](table, this.#viewer);
    if (rules === undefined)
      throw new Error(`A report with the reach '${this.#reach}' cannot read ${table}.`);
    const { dialect } = this.#viewer;
    const selects = [rules].flat().map((rule) => dialect.rows(table, rule));
    return selects.length > 0 ? selects.join(' union all ') : dialect.rows(table, 'false');
  }

  #materialized(table: Table): string {
    const isExpensive = this.#reach === 'shared' && table !== 'shares' && isOwnedFact(table);
    return this.#viewer.dialect.materialized(isExpensive);
  }
}

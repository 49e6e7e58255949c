import { Decimal } from '../../../../kernel/index.ts';
import { day, text, type Cell, type ModelRow, type Query, type Raw, type Tables } from './cells.ts';

/** One partner's way through the tables. */
export class View {
  readonly t: (table: string) => readonly Raw[];
  readonly me: string;

  constructor(tables: Tables, me: string) {
    this.t = (table) => tables[table] ?? [];
    this.me = me;
  }

  find(table: string, key: string, value: Cell | undefined): Raw | undefined {
    return value === null ? undefined : this.t(table).find((row) => row[key] === value);
  }

  ownerOfLink(link: Cell | undefined): Cell | undefined {
    const account = this.find('links', 'link_code', link)?.['partner_account'];
    return this.find('partner_accounts', 'partner_account', account)?.['partner_uid'];
  }

  clientOf(account: Cell | undefined): Raw | undefined {
    const uid = this.find('client_accounts', 'client_account', account)?.['client_uid'];
    return this.find('clients', 'client_uid', uid);
  }

  isTrial(account: Cell | undefined): boolean {
    return this.find('client_accounts', 'client_account', account)?.['trial'] === true;
  }

  ownsLink = (row: Raw): boolean => this.ownerOfLink(row['link_code']) === this.me;
  ownsAccount = (row: Raw): boolean =>
    this.ownerOfLink(this.clientOf(row['client_account'])?.['link_code']) === this.me;

  isSuspended(on: string): boolean {
    return this.t('suspensions').some(
      ({ partner_uid, suspended_from, suspended_to }) =>
        partner_uid === this.me && day(suspended_from) <= on && (!suspended_to || on <= day(suspended_to)),
    );
  }

  ordersOf(account: Cell | undefined): readonly Raw[] {
    return this.t('orders').filter((order) => order['client_account'] === account);
  }

  nameOf(account: Cell | undefined): Cell {
    return this.find('account_names', 'partner_account', account)?.['account_name'] ?? '';
  }
}

/** How a filter of any name is meant: lists, ranges by their endings, parts of texts, and equality. */
export function keeps(
  row: ModelRow,
  filters: Query,
  columns: Readonly<Record<string, string>> = {},
): boolean {
  return Object.entries(filters).every(([name, wanted]) => {
    const base = name.replace(/_(from|to|contains)$/, '');
    const value = row[columns[base] ?? base] ?? null;
    if (Array.isArray(wanted)) return wanted.includes(value);
    if (value === null) return false;
    if (name === 'comment' || name.endsWith('_contains'))
      return text(value).toLowerCase().includes(String(wanted).toLowerCase());
    const compared =
      value instanceof Decimal
        ? value.compare(Decimal.parse(String(wanted)))
        : day(value) < String(wanted)
          ? -1
          : day(value) > String(wanted)
            ? 1
            : 0;
    if (name.endsWith('_from')) return compared >= 0;
    if (name.endsWith('_to')) return compared <= 0;
    return JSON.stringify(value) === JSON.stringify(wanted);
  });
}

export interface Answer {
  readonly rows: ModelRow[];
  readonly totals: ModelRow;
  /** Values by which rows are ordered but which they do not show. */
  readonly hidden?: readonly ModelRow[];
}

export type Model = (view: View, query: Query, today: string, subject: string | number | undefined) => Answer;

import { invalid, sha256 } from '../../kernel/index.ts';
import { partnerOf } from '../requests/index.ts';
import type { Affiliation, AffiliationCheck } from './schema.ts';
import type { FactsContext } from '../facts/handle/index.ts';

const MAX_CLIENTS = 100;
const MAX_ACCOUNTS = 100;

const IS_OF_PARTNER = 'partner_no = (select partner_no from partners where partner_uid = $1)';

/** By the field of the check. */
const MATCHES = {
  email: 'email_sha256 = $2',
  client_uid: 'client_uid = $2',
  client_account: `client_no in (
    select client_no from client_accounts where ${IS_OF_PARTNER} and client_account = $2)`,
} as const;
type Field = keyof typeof MATCHES;

const findClients = (field: Field): string => `
  with client as materialized (
    select client_no, client_uid from clients where ${IS_OF_PARTNER} and ${MATCHES[field]}
    order by client_uid limit ${MAX_CLIENTS}
  )
  select client_uid, coalesce(account.numbers, []) as client_accounts
  from client left join (
    select client_no, array_agg(client_account order by client_account)[1:${MAX_ACCOUNTS}] as numbers
    from client_accounts
    where ${IS_OF_PARTNER} and client_no in (select client_no from client) and trial is not true
    group by client_no
  ) account on account.client_no = client.client_no
  order by client_uid`;

/** Whether a client is the partner's. The answer about another partner's client is the same as about an unknown one. */
export async function checkAffiliation(
  { actor, facts, signal }: FactsContext,
  check: AffiliationCheck,
): Promise<Affiliation> {
  const given = Object.entries(check) as [Field, string][];
  const [first, ...others] = given;
  if (!first || others.length > 0) {
    const fields = Object.keys(MATCHES).join(', ');
    throw invalid({
      [others[0]?.[0] ?? 'client_uid']: [`must be the only one of ${fields}, one is required`],
    });
  }
  const [field, value] = first;
  const wanted = field === 'email' ? sha256(value.trim().toLowerCase()).toString('hex') : value;
  const clients = await facts.database.query<Affiliation['clients'][number]>(
    findClients(field),
    [partnerOf(actor), wanted],
    { signal },
  );
  return { affiliated: clients.length > 0, clients };
}

import { newId } from '../../kernel/index.ts';
import type { TestDatabase } from '../../testing/database.ts';

/** People of a partner, with an address that they have confirmed. */
export async function plantPerson(
  { sql }: Pick<TestDatabase, 'sql'>,
  name: string,
  partnerUid: string,
): Promise<void> {
  await sql`insert into credential (id, kind, name, tenant, scopes, roles, partner_uid, secret_id, created_at)
    values (${newId()}, 'person', ${name}, 'default', '{}', array['partner:partner'], ${partnerUid}, ${newId()}, now())`;
  await sql`insert into notice_address (person, channel, address, request_id, requested_at, confirmed_at)
    values (${name}, 'EMAIL', ${`${name}@people.example`}, gen_random_uuid(), now(), now())`;
}

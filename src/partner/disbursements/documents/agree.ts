import { Problem, sha256, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { partnerOf } from '../../requests/index.ts';
import { wantsDocuments, type Issuer } from './issuer.ts';
import type { AcceptedAgreement, Agreement, NewAgreement } from './schema.ts';
import { insertAgreement, selectAgreements, type AgreementRow } from './store.ts';

const DAY_MS = 86_400_000;

/** What the partner has to agree to, and what it has accepted last. */
export async function showAgreement({ db, actor }: Context<Db>, issuer: Issuer): Promise<Agreement> {
  requireIssuer(issuer);
  const last = await selectAgreements(db, actor.tenant, [partnerOf(actor)]).executeTakeFirst();
  const { name, address, vatId, agreement } = issuer;
  return {
    issuer: { name, address, vat_id: vatId || null },
    text: agreement,
    text_sha256: sha256(agreement).toString('hex'),
    accepted: last ? toAccepted(last) : null,
  };
}

/** Accepts the present text for a time, with the data that documents have from now on. */
export async function acceptAgreement(
  context: Context<Db>,
  issuer: Issuer,
  { text_sha256, ...details }: NewAgreement,
): Promise<AcceptedAgreement> {
  requireIssuer(issuer);
  const hash = sha256(issuer.agreement);
  if (hash.toString('hex') !== text_sha256) {
    const rule = 'must be that of the present text: read it again';
    throw new Problem('unprocessable', `text_sha256 ${rule}.`, { errors: { text_sha256: [rule] } });
  }
  const { agreementDays: days } = issuer;
  return (await run(context, accept, { details, hash, days, partner_uid: partnerOf(context.actor) })).result;
}

function requireIssuer(issuer: Issuer): void {
  if (!wantsDocuments(issuer)) throw new Problem('not_found', 'The program issues no documents.');
}

interface Accepting extends Pick<AgreementRow, 'details' | 'partner_uid'> {
  readonly hash: Buffer;
  readonly days: number;
}

const accept = command({
  name: 'self-billing-agreement.accept',
  scope: 'disbursements:edit',
  decide(_state, { details, hash, days, partner_uid }: Accepting, { actor, now, id }) {
    const row: AgreementRow = {
      id,
      tenant: actor.tenant,
      partner_uid,
      text_sha256: hash,
      details,
      accepted_by: actor.id,
      accepted_at: now,
      valid_to: new Date(now.getTime() + days * DAY_MS),
    };
    return {
      change: row,
      audit: {
        subject: id,
        details: { partner_uid, text: hash.toString('hex'), validTo: row.valid_to.toISOString() },
      },
    };
  },
  async write(tx, row) {
    const made = await insertAgreement(tx, row).executeTakeFirst();
    return made && toAccepted(made);
  },
});

const toAccepted = (row: AgreementRow): AcceptedAgreement => ({
  ...row.details,
  text_sha256: row.text_sha256.toString('hex'),
  accepted_by: row.accepted_by,
  accepted_at: row.accepted_at.toISOString(),
  valid_to: row.valid_to.toISOString(),
});

/** The agreements that are valid now, by partner. */
export async function validAgreements(
  db: Db,
  tenant: string,
  partners: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, AgreementRow>> {
  const rows: AgreementRow[] = await selectAgreements(db, tenant, partners).execute();
  return new Map(rows.filter(({ valid_to }) => valid_to > now).map((row) => [row.partner_uid, row]));
}

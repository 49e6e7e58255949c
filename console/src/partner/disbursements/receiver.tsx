import type { DisbursementRecipient } from '@quaestor/sdk';
import { Recipient, type Mark } from '../../shared/recipients/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { partner } from '../api.ts';
import { useMayWrite } from '../viewed.ts';

/** Who receives at a destination: read by the partner who said it, and by who has the scope for it. */
export function Receiver({ mark }: { readonly mark: Mark }) {
  const isOwn = useMayWrite('disbursements:edit');
  const mayRead = useScope('pii:view');
  const from = isOwn ? partner.disbursements : mayRead ? partner.managedDisbursements : undefined;
  return (
    <Recipient
      mark={mark}
      read={from && (async (id, options) => toSaid(await from.recipient(id, options)))}
    />
  );
}

const toSaid = ({ hash, travel_rule, created_at, erased_at }: DisbursementRecipient) => ({
  hash,
  travelRule: travel_rule,
  createdAt: created_at,
  erasedAt: erased_at,
});

import { Recipient as Lines, type Mark } from '../../shared/recipients/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { trading } from '../api.ts';

/** Who receives it, as far as this person may read it. */
export function Recipient({ mark }: { readonly mark: Mark }) {
  const mayRead = useScope('pii:view');
  return (
    <Lines mark={mark} read={mayRead ? (id, options) => trading.recipients.get(id, options) : undefined} />
  );
}

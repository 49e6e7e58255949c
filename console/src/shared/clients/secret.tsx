import type { ClientSecret, WaitingChange } from '@quaestor/sdk';
import { isWaiting } from '../access/index.ts';
import { ShownOnce } from '../once/index.ts';
import { texts } from './texts.ts';

/** The secret of a client, which only this answer of the server contains. */
export function Secret({ made, onClose }: SecretProps) {
  const [name, about] = isWaiting(made)
    ? [made.proposal.account, texts.secret.waits]
    : [made.client.name, texts.secret.about];
  return (
    <ShownOnce
      title={texts.secret.title(name)}
      about={about}
      value={made.secret ?? ''}
      what={texts.secret.what}
      onClose={onClose}
    />
  );
}

interface SecretProps {
  readonly made: ClientSecret | WaitingChange;
  readonly onClose: () => void;
}

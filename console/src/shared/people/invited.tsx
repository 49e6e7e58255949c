import type { Invited as Invitation, WaitingChange } from '@quaestor/sdk';
import { isWaiting } from '../access/index.ts';
import { ShownOnce } from '../once/index.ts';
import { texts } from './texts.ts';

/** The link of an invitation, which only this answer of the server contains. */
export function Invited({ invitation, onClose }: InvitedProps) {
  const [login, about] = isWaiting(invitation)
    ? [invitation.proposal.account, texts.invited.waits]
    : [invitation.person.login, texts.invited.about(invitation.expiresAt)];
  return (
    <ShownOnce
      title={texts.invited.title(login)}
      about={about}
      value={invitation.link ?? ''}
      what={texts.invited.link}
      onClose={onClose}
    />
  );
}

interface InvitedProps {
  readonly invitation: Invitation | WaitingChange;
  readonly onClose: () => void;
}

import type { Invited as Invitation } from '@quaestor/sdk';
import { ShownOnce } from '../once/index.ts';
import { texts } from './texts.ts';

/** The link of an invitation, which only this answer of the server contains. */
export const Invited = ({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) => (
  <ShownOnce
    title={texts.invited.title(invitation.person.login)}
    about={texts.invited.about(invitation.expiresAt)}
    value={invitation.link}
    what={texts.invited.link}
    onClose={onClose}
  />
);

import type { ClientSecret } from '@quaestor/sdk';
import { ShownOnce } from '../once/index.ts';
import { texts } from './texts.ts';

/** The secret of a client, which only this answer of the server contains. */
export const Secret = ({ made, onClose }: { made: ClientSecret; onClose: () => void }) => (
  <ShownOnce
    title={texts.secret.title(made.client.name)}
    about={texts.secret.about}
    value={made.secret}
    what={texts.secret.what}
    onClose={onClose}
  />
);

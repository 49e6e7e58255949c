import type { Client } from '@quaestor/sdk';
import { Status } from '../parts/index.ts';
import { texts } from './texts.ts';

export const ClientState = ({ revokedAt }: Pick<Client, 'revokedAt'>) =>
  revokedAt === null ? (
    <Status code="active" tone="good" label={texts.active} />
  ) : (
    <Status code="revoked" tone="bad" label={texts.revoked} />
  );

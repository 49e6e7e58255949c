import type { Client } from '@quaestor/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '../change/index.ts';
import { Panel, PanelPart, Step } from '../panel/index.ts';
import { Facts, Note } from '../parts/index.ts';
import { PowersForm } from '../powers/index.ts';
import { formatList, formatTime } from '../text/index.ts';
import { useService } from '../session/index.ts';
import { readClient } from './queries.ts';
import { foreignScopes, ScopesField, type ScopeTexts } from './scopes.tsx';
import { Secret } from './secret.tsx';
import { ClientState } from './state.tsx';
import { texts } from './texts.ts';

const { detail } = texts;

interface DetailProps {
  readonly scopes: ScopeTexts;
  readonly client: Client;
  readonly onClose: () => void;
}

export function ClientDetail({ scopes, client, onClose }: DetailProps) {
  const { name, owner, createdAt, rotatedAt, revokedAt } = client;
  const foreign = foreignScopes(scopes, client.scopes);
  return (
    <Panel title={name} onClose={onClose}>
      <Facts
        items={[
          [detail.facts.state, <ClientState key="state" revokedAt={revokedAt} />],
          [detail.facts.owner, owner ?? texts.noOwner],
          [detail.facts.scopes, foreign.length > 0 && formatList(client.scopes)],
          [detail.facts.created, formatTime(createdAt)],
          [detail.facts.rotated, rotatedAt !== null && formatTime(rotatedAt)],
        ]}
      />
      {foreign.length > 0 && <Note>{detail.foreign(formatList(foreign))}</Note>}
      {revokedAt === null && foreign.length === 0 && <Scopes scopes={scopes} client={client} />}
      {revokedAt === null && <SecretSteps name={name} />}
    </Panel>
  );
}

function Scopes({ scopes, client }: { scopes: ScopeTexts; client: Client }) {
  const service = useService();
  const queries = useQueryClient();
  const { name } = client;
  return (
    <PowersForm
      noun="clients"
      account={client}
      powersOf={(version) => version.scopes}
      readNewest={() => readClient(queries, service, name)}
      save={(wanted, options) => service.clients.update(name, { scopes: wanted }, options)}
      texts={{ ...detail, changed: detail.changed(name) }}
    >
      {(wanted, onChoose) => <ScopesField scopes={scopes} value={wanted} onChange={onChoose} />}
    </PowersForm>
  );
}

function SecretSteps({ name }: { name: string }) {
  const { clients } = useService();
  const rotate = useChange('clients', () => clients.rotate(name));
  const revoke = useChange(
    'clients',
    () => clients.revoke(name),
    () => ({ text: detail.revoked(name) }),
  );
  return (
    <PanelPart title={detail.secret} error={rotate.error ?? revoke.error}>
      <Step about={detail.aboutRotate} label={detail.rotate} change={rotate} />
      <Step about={detail.aboutRevoke} label={detail.revoke} isDanger change={revoke} />
      {rotate.data !== undefined && <Secret made={rotate.data} onClose={() => rotate.reset()} />}
    </PanelPart>
  );
}

import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linkSearch } from '../../shared/list/index.ts';
import { Panel } from '../../shared/panel/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { FactCard } from '../facts/fact.tsx';
import { History } from '../terms/history.tsx';
import { WithdrawTerm } from '../terms/withdraw-term.tsx';
import { historyQuery, idOf, KEY, type Tariff } from './queries.ts';
import { TermState } from '../terms/state.tsx';
import { texts } from './texts.ts';

export function TariffDetail({ tariff, onClose }: { tariff: Tariff; onClose: () => void }) {
  const { fact, state } = tariff;
  const id = idOf(tariff);
  const canEdit = useScope('program:edit');
  const versions = useQuery(historyQuery(id));
  return (
    <Panel title={texts.detail.title} onClose={onClose}>
      <TermState state={state} />
      <FactCard kind="tariffs" fact={fact} />
      {canEdit && (
        <Group>
          <Button component={Link} to="/tariffs/edit" search={linkSearch({ id })}>
            {texts.detail.edit}
          </Button>
        </Group>
      )}
      <History versions={versions} summary={texts.version} />
      {canEdit && (
        <WithdrawTerm
          kind="tariffs"
          factKey={Object.fromEntries(KEY.map((name) => [name, String(fact[name])]))}
        />
      )}
    </Panel>
  );
}

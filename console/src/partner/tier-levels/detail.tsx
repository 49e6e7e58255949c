import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linkSearch } from '../../shared/list/index.ts';
import { Panel } from '../../shared/panel/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { FactCard } from '../facts/fact.tsx';
import { History } from '../terms/history.tsx';
import { TermState } from '../terms/state.tsx';
import { WithdrawTerm } from '../terms/withdraw-term.tsx';
import { historyQuery, idOf, type TierLevel } from './queries.ts';
import { texts } from './texts.ts';

export function TierLevelDetail({ level, onClose }: { level: TierLevel; onClose: () => void }) {
  const { fact, state } = level;
  const id = idOf(level);
  const canEdit = useScope('program:edit');
  const versions = useQuery(historyQuery(id));
  return (
    <Panel title={texts.detail.title(String(fact['tier_group_id']))} onClose={onClose}>
      <TermState state={state} />
      <FactCard kind="tier-levels" fact={fact} />
      {canEdit && (
        <Group>
          <Button component={Link} to="/tiers/levels/edit" search={linkSearch({ id })}>
            {texts.detail.edit}
          </Button>
        </Group>
      )}
      <History versions={versions} summary={texts.version} />
      {canEdit && (
        <WithdrawTerm
          kind="tier-levels"
          factKey={{ tier_group_id: Number(fact['tier_group_id']), valid_from: String(fact['valid_from']) }}
        />
      )}
    </Panel>
  );
}

import type { ManagedBalance, ManagedBalanceSettings } from '@quaestor/sdk';
import { Group } from '@mantine/core';
import { useChange } from '../../shared/change/index.ts';
import { ButtonLink } from '../../shared/link/index.ts';
import { Amount, groupDigits } from '../../shared/money/index.ts';
import { Panel } from '../../shared/panel/index.ts';
import { AskFirst, Facts, type Fact } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { describeSources, nameOf } from './describe.ts';
import { PendingSettings } from './pending.tsx';
import { Proposal } from './proposal.tsx';
import { BalanceState } from './state.tsx';
import { texts } from './texts.ts';

const { detail: t } = texts;

interface DetailProps {
  readonly balance: ManagedBalance;
  readonly onClose: () => void;
}

export function ManagedBalanceDetail({ balance, onClose }: DetailProps) {
  const { venue, asset, active, pending, proposal } = balance;
  const isAdmin = useScope('admin');
  const stop = useChange(
    'managed-balances',
    async () => {
      await trading.managedBalances.remove(venue, asset.code);
      onClose();
    },
    () => ({ text: t.stopped(nameOf(balance)) }),
  );
  return (
    <Panel title={nameOf(balance)} onClose={onClose}>
      <Facts items={factsOf(balance)} />
      {proposal !== null && <Proposal key={proposal.id} proposal={proposal} />}
      {pending !== null && <PendingSettings balance={balance} before={active?.settings} pending={pending} />}
      {stop.error !== null && <Problem error={stop.error} />}
      {isAdmin && (
        <Group>
          <ButtonLink
            to="/managed-balances/$venue/$asset"
            params={{ venue, asset: asset.code }}
            variant="default"
          >
            {t.change}
          </ButtonLink>
          <AskFirst
            label={t.stop}
            question={t.askStop}
            confirm={t.confirmStop}
            isPending={stop.isPending}
            onConfirm={() => stop.mutate()}
          />
        </Group>
      )}
    </Panel>
  );
}

function factsOf({ state, level, moved, reason, active, asset, proposal, lookedAt }: ManagedBalance): Fact[] {
  const { facts } = texts;
  const amount = (key: string, value: string) => (
    <Amount key={key} value={value} asset={asset.code} isExact wraps />
  );
  const settingsFacts = (settings: ManagedBalanceSettings): Fact[] => [
    [facts.minimum, amount('minimum', settings.minimum)],
    [facts.target, amount('target', settings.target)],
    [facts.maximum, amount('maximum', settings.maximum)],
    [facts.moved, texts.movedOf(groupDigits(moved), groupDigits(settings.dailyCap))],
    [facts.sources, describeSources(settings)],
    [facts.acts, texts.acts[settings.acts]],
  ];
  return [
    [facts.state, <BalanceState key="state" state={state} />],
    [facts.level, level !== null && amount('level', level)],
    ...(active === null ? [] : settingsFacts(active.settings)),
    [facts.setBy, active?.by],
    [facts.set, active !== null && formatTime(active.at)],
    [facts.reason, proposal === null && reason],
    [facts.lookedAt, lookedAt !== null && formatTime(lookedAt)],
  ];
}

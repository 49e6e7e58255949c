import type { ManagedBalance, ManagedBalanceSettings } from '@quaestor/sdk';
import { Amount } from '../../shared/money/index.ts';
import { Panel } from '../../shared/panel/index.ts';
import { Facts, type Fact } from '../../shared/parts/index.ts';
import { formatList, formatTime } from '../../shared/text/index.ts';
import { describeSource, nameOf } from './describe.ts';
import { PendingSettings } from './pending.tsx';
import { Proposal } from './proposal.tsx';
import { BalanceState } from './state.tsx';
import { texts } from './texts.ts';

interface DetailProps {
  readonly balance: ManagedBalance;
  readonly onClose: () => void;
}

export function ManagedBalanceDetail({ balance, onClose }: DetailProps) {
  const { active, pending, proposal } = balance;
  return (
    <Panel title={nameOf(balance)} onClose={onClose}>
      <Facts items={factsOf(balance)} />
      {proposal !== null && <Proposal key={proposal.id} proposal={proposal} />}
      {pending !== null && <PendingSettings balance={balance} before={active?.settings} pending={pending} />}
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
    [facts.moved, texts.movedOf(moved, settings.dailyCap)],
    [facts.sources, formatList(settings.sources.map(describeSource)) || texts.none],
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

import type { ManagedBalance, ManagedBalanceSettings } from '@quaestor/sdk';
import { Button, Group } from '@mantine/core';
import { useChange } from '../../shared/change/index.ts';
import { AskFirst, Facts, Note, Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { trading } from '../api.ts';
import { changesOf, nameOf } from './describe.ts';
import { texts } from './texts.ts';

const { pending: t } = texts;
const NOUN = 'managed-balances';

interface PendingProps {
  readonly balance: ManagedBalance;
  readonly before: ManagedBalanceSettings | undefined;
  readonly pending: NonNullable<ManagedBalance['pending']>;
}

/** Settings that another admin confirms: old → new. */
export function PendingSettings({ balance, before, pending }: PendingProps) {
  const { venue, asset } = balance;
  const account = useAccount();
  const confirm = useChange(
    NOUN,
    () => trading.managedBalances.confirm(venue, asset.code),
    () => ({ text: t.confirmed(nameOf(balance)) }),
  );
  const refuse = useChange(
    NOUN,
    () => trading.managedBalances.refuse(venue, asset.code),
    () => ({ text: t.refused(nameOf(balance)) }),
  );
  const error = confirm.error ?? refuse.error;
  const isAdmin = account?.scopes.includes('admin') === true;
  const isOwn = pending.by === account?.login;
  return (
    <Section title={t.title} description={t.about(pending.by)}>
      <Facts items={changesOf(before, pending.settings)} />
      {error !== null && <Problem error={error} />}
      {!isAdmin && <Note>{t.notAdmin}</Note>}
      {isAdmin && isOwn && <Note>{t.own}</Note>}
      {isAdmin && (
        <Group>
          {!isOwn && (
            <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
              {t.confirm}
            </Button>
          )}
          <AskFirst
            label={t.refuse}
            question={t.askRefuse}
            confirm={t.confirmRefuse}
            isPending={refuse.isPending}
            onConfirm={() => refuse.mutate()}
          />
        </Group>
      )}
    </Section>
  );
}

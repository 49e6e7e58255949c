import type { BalanceProposal } from '@quaestor/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useChange } from '../../shared/change/index.ts';
import { Amount, groupDigits } from '../../shared/money/index.ts';
import { AskFirst, Facts, Note, Section, type Fact } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { formatList, formatTime } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { moveOf } from './describe.ts';
import { texts } from './texts.ts';

const { proposal: t } = texts;
const NOUN = 'managed-balances';

/** What would be moved, and who can say so. */
export function Proposal({ proposal }: { readonly proposal: BalanceProposal }) {
  const { id, kind, refusal } = proposal;
  const canTransfer = useScope('venue-transfer:edit');
  const canConvert = useScope('conversions:edit');
  const confirm = useChange(
    NOUN,
    () => trading.managedBalances.confirmProposal(id),
    ({ transferId, conversionId }) => ({
      text: t.carried(moveOf(proposal)),
      ...(transferId !== null && {
        link: { label: t.seeTransfer, place: { to: '/transfers/$id', params: { id: transferId } } },
      }),
      ...(conversionId !== null && {
        link: { label: t.seeConversion, place: { to: '/conversions/$id', params: { id: conversionId } } },
      }),
    }),
  );
  const dismiss = useChange(
    NOUN,
    () => trading.managedBalances.dismissProposal(id),
    () => ({ text: t.dismissed }),
  );
  const error = confirm.error ?? dismiss.error;
  const isAllowed = canTransfer && (kind === 'TRANSFER' || canConvert);
  return (
    <Section title={t.title} description={moveOf(proposal)}>
      <Facts items={factsOf(proposal)} />
      {refusal !== null && <Note>{t.refusal(refusal)}</Note>}
      {error !== null && <Problem error={error} />}
      {isAllowed ? (
        <>
          <Text size="sm">{t.about}</Text>
          <Group>
            <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
              {t.confirm}
            </Button>
            <AskFirst
              label={t.dismiss}
              question={t.askDismiss}
              confirm={t.confirmDismiss}
              isPending={dismiss.isPending}
              onConfirm={() => dismiss.mutate()}
            />
          </Group>
        </>
      ) : (
        <Note>{t.notAllowed}</Note>
      )}
    </Section>
  );
}

function factsOf(proposal: BalanceProposal): Fact[] {
  const { reason, gives, gets, from, to, fees, expectedSeconds, policy, maxSlippageBps, expiresAt } =
    proposal;
  return [
    [t.reason, reason],
    [t.gives, <Amount key="gives" value={gives} asset={from.asset} isExact wraps />],
    [t.gets, <Amount key="gets" value={gets} asset={to.asset} isExact wraps />],
    [t.fees, formatList(fees.map(({ asset, amount }) => `${groupDigits(amount)} ${asset}`)) || texts.none],
    [t.time, expectedSeconds !== null && t.minutes(Math.ceil(expectedSeconds / 60))],
    [t.policy, policy === null ? t.conversion : policy.sentence],
    [t.slippage, maxSlippageBps !== null && t.bps(maxSlippageBps)],
    [t.expires, formatTime(expiresAt)],
  ];
}

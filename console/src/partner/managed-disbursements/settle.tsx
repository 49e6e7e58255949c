import { QuaestorError, type DisbursementSettlement, type ManagedDisbursement } from '@quaestor/sdk';
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../shared/change/index.ts';
import { readAmount, writeAmount } from '../../shared/money/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { NOUN } from './queries.ts';
import { texts } from './texts.ts';

const { settle: t } = texts;

type Outcome = DisbursementSettlement['outcome'];

/** What a person can say about money that was sent. */
const OUTCOMES: Readonly<Partial<Record<ManagedDisbursement['status'], readonly [Outcome, ...Outcome[]]>>> = {
  SENT: ['PAID', 'FAILED'],
  ACCEPTED: ['PAID', 'FAILED'],
  PAID: ['RETURNED'],
};

/** Says by hand what became of a disbursement, where the bank sends no file. */
export function Settle({ disbursement }: { disbursement: ManagedDisbursement }) {
  const [isOpen, setIsOpen] = useState(false);
  const outcomes = OUTCOMES[disbursement.status];
  if (outcomes === undefined) return null;
  if (!isOpen) {
    return (
      <Group>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t.label}
        </Button>
      </Group>
    );
  }
  return <SettleForm disbursement={disbursement} outcomes={outcomes} onDone={() => setIsOpen(false)} />;
}

interface SettleFormProps {
  readonly disbursement: ManagedDisbursement;
  readonly outcomes: readonly [Outcome, ...Outcome[]];
  readonly onDone: () => void;
}

function SettleForm({ disbursement: { number, amount, currency }, outcomes, onDone }: SettleFormProps) {
  const [outcome, setOutcome] = useState(outcomes[0]);
  const [returned, setReturned] = useState(writeAmount(amount));
  const [reason, setReason] = useState('');
  const settle = useChange(
    NOUN,
    () =>
      partner.managedDisbursements.settle(number, {
        outcome,
        reason: reason.trim(),
        ...(outcome === 'RETURNED' && { returned_amount: readAmount(returned, currency) ?? '' }),
      }),
    () => ({ text: t.done[outcome](number) }),
  );
  const refused =
    settle.error instanceof QuaestorError ? settle.error.errors['returned_amount']?.join('; ') : undefined;
  return (
    <form
      aria-label={t.label}
      onSubmit={(event) => {
        event.preventDefault();
        settle.mutate(undefined, { onSuccess: onDone });
      }}
    >
      <Stack gap="sm" maw={520}>
        <NativeSelect
          label={t.outcome}
          autoFocus
          data={outcomes.map((value) => ({ value, label: t.outcomes[value] }))}
          value={outcome}
          onChange={({ currentTarget: { value } }) =>
            setOutcome(outcomes.find((known) => known === value) ?? outcome)
          }
        />
        {outcome === 'RETURNED' && (
          <TextInput
            label={t.returned}
            description={t.aboutReturned}
            required
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            rightSection={currency}
            rightSectionWidth={56}
            value={returned}
            onChange={({ currentTarget: { value } }) => setReturned(value)}
            error={refused}
          />
        )}
        <TextInput
          label={t.reason}
          description={t.aboutReason}
          required
          maxLength={500}
          autoComplete="off"
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <Text size="sm" c="dimmed">
          {t.follows[outcome]}
        </Text>
        {settle.error !== null && refused === undefined && <Problem error={settle.error} />}
        <Group gap="xs">
          <Button variant="default" disabled={settle.isPending} onClick={onDone}>
            {t.discard}
          </Button>
          <Button type="submit" disabled={reason.trim() === ''} loading={settle.isPending}>
            {t.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import type { UnmatchedDisbursementLine } from '@quaestor/sdk';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../shared/change/index.ts';
import { TextLink } from '../../shared/link/index.ts';
import { AskReason, Facts } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { partner } from '../api.ts';
import { NOUN } from './queries.ts';
import { texts } from './texts.ts';

const { unmatched: t } = texts;

interface LineProps {
  readonly line: UnmatchedDisbursementLine;
  readonly onDone: () => void;
}

/** A record that fits no payment exactly, and how a person ends it. */
export function Line({ line, onDone }: LineProps) {
  const { answer_number: answer, disbursement_number: number, reason, details } = line;
  const canManage = useScope('disbursements:manage');
  return (
    <>
      <Facts
        items={[
          [t.columns.written, t.written(details)],
          [t.columns.reason, reason],
          [t.columns.answer, String(answer)],
          [
            t.columns.disbursement,
            number === null ? (
              t.noDisbursement
            ) : (
              <TextLink
                key="disbursement"
                to="/managed-disbursements"
                search={{ status: 'ALL', id: String(number) }}
                size="sm"
              >
                {String(number)}
              </TextLink>
            ),
          ],
        ]}
      />
      {canManage && <End line={line} onDone={onDone} />}
    </>
  );
}

function End({ line: { id, details, disbursement_number: named }, onDone }: LineProps) {
  // What was ended leaves the list, and with it this panel: it closes before the list is read again.
  const assign = useChange(
    NOUN,
    async (number: number) => {
      const moved = await partner.managedDisbursements.assignUnmatched(id, number);
      onDone();
      return moved;
    },
    ({ number, status }) => ({ text: t.assigned(number, texts.queue.statuses[status]) }),
  );
  const dismiss = useChange(
    NOUN,
    async (reason: string) => {
      await partner.managedDisbursements.dismissUnmatched(id, reason);
      onDone();
    },
    () => ({ text: t.dismissed }),
  );
  const error = assign.error ?? dismiss.error;
  const clear = () => {
    assign.reset();
    dismiss.reset();
  };
  return (
    <Stack gap="md">
      {error !== null && <Problem error={error} names={{ disbursement_number: t.number }} />}
      {isOfOnePayment(details) && (
        <Assign
          named={named}
          isPending={assign.isPending}
          onAssign={(number) => {
            clear();
            assign.mutate(number);
          }}
        />
      )}
      <Text size="sm" c="dimmed">
        {t.aboutDismiss}
      </Text>
      <div>
        <AskReason
          label={t.dismiss}
          about={t.aboutReason}
          confirm={t.confirmDismiss}
          isPending={dismiss.isPending}
          onConfirm={(reason) => {
            clear();
            dismiss.mutate(reason);
          }}
        />
      </div>
    </Stack>
  );
}

interface AssignProps {
  readonly named: number | null;
  readonly isPending: boolean;
  readonly onAssign: (number: number) => void;
}

function Assign({ named, isPending, onAssign }: AssignProps) {
  const [number, setNumber] = useState(named === null ? '' : String(named));
  return (
    <form
      aria-label={t.assign}
      onSubmit={(event) => {
        event.preventDefault();
        onAssign(Number(number));
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t.number}
          description={t.aboutAssign}
          required
          inputMode="numeric"
          pattern="[1-9][0-9]*"
          title={t.wholeNumber}
          maxLength={15}
          autoComplete="off"
          style={{ flex: '1 1 240px' }}
          value={number}
          onChange={({ currentTarget: { value } }) => setNumber(value.trim())}
        />
        <Button type="submit" disabled={number === ''} loading={isPending}>
          {t.assign}
        </Button>
      </Group>
    </form>
  );
}

/** Other records are about many payments, about none, or about money that was taken back again. */
const isOfOnePayment = ({
  kind,
  batchId,
  isDebit,
  isReturn,
}: UnmatchedDisbursementLine['details']): boolean =>
  kind === 'booking' && batchId === undefined && !(isDebit === true && isReturn === true);

import type { ManagedPartnerDetails, Proposal } from '@quaestor/sdk';
import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextLink } from '../../shared/link/index.ts';
import { say } from '../../shared/messages/index.ts';
import { Note, Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { PlainTable, textColumn, type Column } from '../../shared/table/index.ts';
import { formatDay } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { today } from '../../shared/period/index.ts';
import { waitingSuspensionQuery } from '../proposals/queries.ts';
import { texts } from './texts.ts';

const { suspensions: t } = texts;

type Suspension = ManagedPartnerDetails['suspensions'][number];

/** What is proposed: a suspension, or the end of one that goes on or is planned. */
type Wanted = 'suspension' | Suspension;

/** When the partner earns nothing, and the proposals that would change it. */
export function Suspensions({ partner: shown }: { partner: ManagedPartnerDetails }) {
  const { partner_uid: uid, suspensions, suspended_since: since } = shown;
  const canEdit = useScope('program:edit');
  const [wanted, setWanted] = useState<Wanted>();
  const { data: waiting, error, refetch } = useQuery(waitingSuspensionQuery(uid));
  const canChange = canEdit && waiting === null;
  return (
    <Section title={t.title} description={t.about}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {suspensions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      ) : (
        <PlainTable
          name={t.title}
          columns={canChange ? [...COLUMNS, endColumn(setWanted)] : COLUMNS}
          rows={suspensions}
          idOf={({ suspended_from }) => suspended_from}
        />
      )}
      {waiting && <Waiting proposal={waiting} />}
      {canChange && wanted === undefined && since === null && (
        <Group>
          <Button variant="default" onClick={() => setWanted('suspension')}>
            {t.suspend.open}
          </Button>
        </Group>
      )}
      {canChange && wanted !== undefined && (
        <Change
          key={wanted === 'suspension' ? wanted : wanted.suspended_from}
          uid={uid}
          wanted={wanted}
          onDone={() => setWanted(undefined)}
        />
      )}
    </Section>
  );
}

const Waiting = ({ proposal: { id, action, facts, proposed_by: by } }: { proposal: Proposal }) => {
  const isEnd = action === 'withdraw' || typeof facts[0]?.['suspended_to'] === 'string';
  return (
    <Note>
      <Group justify="space-between">
        {isEnd ? t.waitingEnd(by) : t.waiting(by)}
        <TextLink to="/proposals" search={{ id }} size="sm">
          {t.showProposal}
        </TextLink>
      </Group>
    </Note>
  );
};

interface ChangeProps {
  readonly uid: string;
  readonly wanted: Wanted;
  readonly onDone: () => void;
}

/** Proposes to suspend the partner, or to end a suspension. */
function Change({ uid, wanted, onDone }: ChangeProps) {
  const client = useQueryClient();
  const isEnd = wanted !== 'suspension';
  const [day, setDay] = useState(isEnd && isPlanned(wanted) ? wanted.suspended_from : today());
  const [lastDay, setLastDay] = useState('');
  const [reason, setReason] = useState('');
  const words = isEnd ? t.reinstate : t.suspend;
  const propose = useMutation({
    mutationFn: () => {
      const why = reason.trim() === '' ? {} : { reason: reason.trim() };
      if (isEnd) return partner.partners.reinstate(uid, { reinstated_from: day, ...why });
      return partner.partners.suspend(uid, {
        suspended_from: day,
        ...(lastDay !== '' && { suspended_to: lastDay }),
        ...why,
      });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['proposals'] });
      onDone();
      say({ text: t.proposed });
    },
  });
  return (
    <Paper withBorder p="lg" maw={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          propose.mutate();
        }}
      >
        <Stack gap="md">
          <Text size="sm">{words.about}</Text>
          <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
            <TextInput
              type="date"
              label={words.day}
              required
              {...(isEnd && { min: wanted.suspended_from, max: wanted.suspended_to ?? undefined })}
              value={day}
              onChange={({ currentTarget: { value } }) => setDay(value)}
            />
            {!isEnd && (
              <TextInput
                type="date"
                label={t.suspend.lastDay}
                description={t.suspend.aboutLastDay}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                value={lastDay}
                onChange={({ currentTarget: { value } }) => setLastDay(value)}
              />
            )}
          </Group>
          <TextInput
            label={t.reason}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          {propose.error !== null && <Problem error={propose.error} isOfOne />}
          <Group gap="sm">
            <Button type="submit" loading={propose.isPending}>
              {words.submit}
            </Button>
            <Button variant="default" onClick={onDone}>
              {t.cancel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

const isPlanned = ({ suspended_from }: Suspension): boolean => suspended_from > today();
const isOver = ({ suspended_to: day }: Suspension): boolean => day !== null && day < today();

/** Ends a suspension that is not over. */
const endColumn = (onEnd: (suspension: Suspension) => void): Column<Suspension> =>
  textColumn(
    'end',
    t.columns.end,
    (row) => (isOver(row) ? t.over : endLabelOf(row)),
    (row) =>
      isOver(row) ? (
        t.over
      ) : (
        <Button variant="default" size="compact-sm" onClick={() => onEnd(row)}>
          {endLabelOf(row)}
        </Button>
      ),
  );

const endLabelOf = (row: Suspension): string => (isPlanned(row) ? t.cancelPlanned : t.reinstate.open);

const COLUMNS: readonly Column<Suspension>[] = [
  textColumn('from', t.columns.from, ({ suspended_from }) => formatDay(suspended_from)),
  textColumn('to', t.columns.to, ({ suspended_to: day }) => (day === null ? t.open : formatDay(day))),
  textColumn('reason', t.columns.reason, ({ reason }) => reason ?? texts.none),
];

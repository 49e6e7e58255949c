import type { ManagedPartnerDetails, Proposal } from '@quaestor/sdk';
import { Anchor, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { linkSearch } from '../../shared/list/index.ts';
import { Note, Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { PlainTable, textColumn, type Column } from '../../shared/table/index.ts';
import { formatDay } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { today } from '../../shared/period/index.ts';
import { waitingQuery } from '../proposals/queries.ts';
import { texts } from './texts.ts';

const { suspensions: t } = texts;

/** When the partner earns nothing, and the proposals that would change it. */
export function Suspensions({ partner: shown }: { partner: ManagedPartnerDetails }) {
  const { partner_uid: uid, suspensions, suspended_since: since } = shown;
  const canEdit = useScope('program:edit');
  const { data: proposals = [], error } = useQuery(waitingQuery());
  const waiting = proposals.find(
    ({ kind, facts }) => kind === 'suspensions' && facts.some((fact) => fact['partner_uid'] === uid),
  );
  return (
    <Section title={t.title} description={t.about}>
      {error !== null && <Problem error={error} />}
      {suspensions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      ) : (
        <PlainTable
          name={t.title}
          columns={COLUMNS}
          rows={suspensions}
          idOf={({ suspended_from }) => suspended_from}
        />
      )}
      {waiting !== undefined && <Waiting proposal={waiting} />}
      {canEdit && waiting === undefined && <Change key={since} uid={uid} isSuspended={since !== null} />}
    </Section>
  );
}

const Waiting = ({ proposal: { id, action, facts, proposed_by: by } }: { proposal: Proposal }) => {
  const isEnd = action === 'withdraw' || typeof facts[0]?.['suspended_to'] === 'string';
  return (
    <Note>
      <Group justify="space-between">
        {isEnd ? t.waitingEnd(by) : t.waiting(by)}
        <Anchor component={Link} to="/proposals" search={linkSearch({ id })} size="sm">
          {t.showProposal}
        </Anchor>
      </Group>
    </Note>
  );
};

/** Proposes to suspend a partner who earns, or to reinstate one who does not. */
function Change({ uid, isSuspended }: { uid: string; isSuspended: boolean }) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [day, setDay] = useState(today());
  const [lastDay, setLastDay] = useState('');
  const [reason, setReason] = useState('');
  const words = isSuspended ? t.reinstate : t.suspend;
  const propose = useMutation({
    mutationFn: () => {
      const why = reason.trim() === '' ? {} : { reason: reason.trim() };
      if (isSuspended) return partner.partners.reinstate(uid, { reinstated_from: day, ...why });
      return partner.partners.suspend(uid, {
        suspended_from: day,
        ...(lastDay !== '' && { suspended_to: lastDay }),
        ...why,
      });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['proposals'] }),
  });
  if (!isOpen) {
    return (
      <Group>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {words.open}
        </Button>
      </Group>
    );
  }
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
              value={day}
              onChange={({ currentTarget: { value } }) => setDay(value)}
            />
            {!isSuspended && (
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
          {propose.error !== null && <Problem error={propose.error} />}
          <Group gap="sm">
            <Button type="submit" loading={propose.isPending}>
              {words.submit}
            </Button>
            <Button variant="default" onClick={() => setIsOpen(false)}>
              {t.cancel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

const COLUMNS: readonly Column<ManagedPartnerDetails['suspensions'][number]>[] = [
  textColumn('from', t.columns.from, ({ suspended_from }) => formatDay(suspended_from)),
  textColumn('to', t.columns.to, ({ suspended_to: day }) => (day === null ? t.open : formatDay(day))),
  textColumn('reason', t.columns.reason, ({ reason }) => reason ?? texts.none),
];

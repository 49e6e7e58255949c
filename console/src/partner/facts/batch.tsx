import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextLink, type Place } from '../../shared/link/index.ts';
import { AskFirst, Facts, Note } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { formatInteger, formatTime, nameOf } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { OpenedPanel } from '../details/index.ts';
import { batchQuery, kindsQuery, type Batch } from './queries.ts';
import { texts } from './texts.ts';

const { batch: t } = texts;
/** Batches that the service made itself. */
const OWN = new Set(['void', 'crediting']);

export const BatchDetail = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <OpenedPanel title={t.title(id)} missing={t.missing} query={useQuery(batchQuery(id))} onClose={onClose}>
    {(batch) => <Details batch={batch} onClose={onClose} />}
  </OpenedPanel>
);

function Details({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const { number, kind, source, actor_kind, actor, created_at, voids, voided_by } = batch;
  const canEdit = useScope('program:edit');
  return (
    <>
      <Facts
        items={[
          [t.facts.kind, texts.kindName(kind)],
          [t.facts.source, texts.sourceOf(batch)],
          [t.facts.who, nameOf(`${actor_kind}:${actor}`)],
          [t.facts.at, formatTime(created_at)],
          [t.facts.accepted, formatInteger(batch.accepted)],
          [t.facts.repeated, formatInteger(batch.repeated)],
          [t.facts.replaced, formatInteger(batch.replaced)],
          [t.facts.withdrawn, formatInteger(batch.withdrawn)],
          [t.facts.voids, voids],
          [t.facts.voidedBy, voided_by],
        ]}
      />
      {voided_by !== null && <Note>{t.voided(voided_by)}</Note>}
      {voided_by === null && !OWN.has(source) && canEdit && (
        <Withdrawal kind={kind} number={number} onDone={onClose} />
      )}
    </>
  );
}

interface VoidingProps {
  readonly number: number;
  readonly onDone: () => void;
}

/** Voids the batch, unless its kind needs a second person. */
function Withdrawal({ kind: name, ...voiding }: VoidingProps & { readonly kind: string }) {
  const { data, error, refetch } = useQuery(kindsQuery());
  const kind = data?.find((known) => known.kind === name);
  if (error !== null && data === undefined) return <Problem error={error} onRetry={() => void refetch()} />;
  if (kind === undefined) return null;
  return kind.needs_second_person ? <ByProposal kind={name} /> : <Voiding {...voiding} />;
}

/** Where the withdrawal of single facts is proposed. */
const PROPOSED_AT: Readonly<Record<string, Place>> = {
  tariffs: { to: '/tariffs', search: { day: 'always' } },
  'tier-changes': { to: '/tiers' },
  'tier-levels': { to: '/tiers/levels' },
  suspensions: { to: '/partners' },
};

function ByProposal({ kind }: { kind: string }) {
  const place = PROPOSED_AT[kind] ?? ({ to: '/proposals' } as const);
  return (
    <Note>
      <Group justify="space-between">
        {t.needsSecondPerson}
        <TextLink {...place} size="sm">
          {t.propose}
        </TextLink>
      </Group>
    </Note>
  );
}

/** Withdraws the facts of the batch. */
function Voiding({ number, onDone }: VoidingProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const void_ = useMutation({
    mutationFn: () =>
      partner.facts.void({ batch: number, ...(reason.trim() !== '' && { reason: reason.trim() }) }),
    onSuccess: async () => {
      await client.invalidateQueries();
      onDone();
    },
  });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t.aboutVoid}
      </Text>
      <TextInput
        label={t.reason}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      {void_.error !== null && <Problem error={void_.error} />}
      <div>
        <AskFirst
          label={t.void}
          question={t.askVoid}
          confirm={t.confirmVoid}
          isPending={void_.isPending}
          onConfirm={() => void_.mutate()}
        />
      </div>
    </Stack>
  );
}

import { Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../../shared/panel/index.ts';
import { AskFirst, Facts, Note } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { formatInteger, formatTime, nameOf } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import type { Batch } from './queries.ts';
import { texts } from './texts.ts';

const { batch: t } = texts;
/** Batches that the service made itself. */
const OWN = new Set(['void', 'crediting']);

export function BatchDetail({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const { number, kind, source, actor_kind, actor, created_at, voids, voided_by } = batch;
  const canEdit = useScope('program:edit');
  return (
    <Panel title={t.title(number)} onClose={onClose}>
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
      {voided_by === null && !OWN.has(source) && canEdit && <Voiding number={number} onDone={onClose} />}
    </Panel>
  );
}

/** Withdraws the facts of the batch. */
function Voiding({ number, onDone }: { number: number; onDone: () => void }) {
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

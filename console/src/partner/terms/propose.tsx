import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { say } from '../../shared/messages/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import type { Fact } from '../facts/fields.tsx';
import { texts } from './texts.ts';

const { propose: t } = texts;

interface ProposeProps {
  readonly kind: 'tariffs' | 'tier-changes' | 'tier-levels';
  readonly fact: Fact;
  /** Called with what the server said about the fact. */
  readonly onRefused?: (error: Error) => void;
}

/** Proposes a fact to a second person. */
export function Propose({ kind, fact, onRefused }: ProposeProps) {
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const navigate = useNavigate();
  const propose = useMutation({
    mutationFn: () =>
      partner.proposals.create({
        kind,
        facts: [{ ...fact }],
        ...(reason.trim() !== '' && { reason: reason.trim() }),
      }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['proposals'] });
      await navigate({ to: '/proposals', search: { id } });
      say({ text: t.proposed });
    },
    onError: (error) => onRefused?.(error),
  });
  return (
    <Stack gap="sm">
      <TextInput
        label={t.reason}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      {propose.error !== null && <Problem error={propose.error} isOfOne />}
      <Group>
        <Button loading={propose.isPending} onClick={() => propose.mutate()}>
          {t.submit}
        </Button>
      </Group>
    </Stack>
  );
}

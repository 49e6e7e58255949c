import { Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { say } from '../../shared/messages/index.ts';
import { AskFirst } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { texts } from './texts.ts';

const { withdrawTerm: t } = texts;

interface WithdrawTermProps {
  readonly kind: 'tariffs' | 'tier-changes' | 'tier-levels';
  readonly factKey: Readonly<Record<string, string | number>>;
}

/** Proposes to withdraw a stored term, as if it had never been sent. */
export function WithdrawTerm({ kind, factKey }: WithdrawTermProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const propose = useMutation({
    mutationFn: () => partner.proposals.create({ kind, action: 'withdraw', facts: [{ ...factKey }] }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['proposals'] });
      await navigate({ to: '/proposals', search: { id } });
      say({ text: texts.propose.proposed });
    },
  });
  return (
    <Stack gap="xs">
      {propose.error !== null && <Problem error={propose.error} isOfOne />}
      <Text size="sm" c="dimmed">
        {kind === 'tier-levels' ? t.about : t.aboutPaid}
      </Text>
      <div>
        <AskFirst
          label={t.label}
          question={t.question}
          confirm={t.confirm}
          isPending={propose.isPending}
          onConfirm={() => propose.mutate()}
        />
      </div>
    </Stack>
  );
}

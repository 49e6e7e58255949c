import type { Resolution, WithdrawalDetail, WithdrawalEvent } from '@quaestor/sdk';
import {
  Button,
  Code,
  Group,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Problem } from '../../shared/problem/index.ts';
import { accountQuery, useService } from '../../shared/session/index.ts';
import { trading } from '../api.ts';
import { texts } from './texts.ts';

interface ResolveProps {
  readonly withdrawal: WithdrawalDetail;
  readonly events: readonly WithdrawalEvent[];
}

/** For a withdrawal whose outcome the venue does not report: a person looks there and says what they found. */
export function Resolve({ withdrawal: { id, status, waitingReason, venue }, events }: ResolveProps) {
  const client = useQueryClient();
  const { data: account } = useQuery(accountQuery(useService()));
  const form = useForm<Required<Resolution>>({
    initialValues: { found: 'ACCEPTED', venueTransferId: '', comment: '' },
  });
  const resolve = useMutation({
    mutationFn: ({ found, comment, venueTransferId }: Required<Resolution>) =>
      trading.withdrawals.resolve(id, {
        found,
        comment,
        ...(found === 'ACCEPTED' && { venueTransferId }),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['withdrawals'] }),
  });
  const isAdmin = account?.scopes.includes('admin') === true || account?.scopes.includes('trading:admin');
  if (status !== 'PENDING' || typeof waitingReason !== 'string' || isAdmin !== true) return null;
  const evidence = events.findLast(({ action }) => action === 'withdrawal.conclude');
  return (
    <Stack gap="md" component="section">
      <div>
        <Title order={2} size="h4">
          {texts.resolve.title}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.resolve.about(venue)}
        </Text>
      </div>
      {resolve.error !== null && <Problem error={resolve.error} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48}>
        <form onSubmit={form.onSubmit((values) => resolve.mutate(values))}>
          <Stack gap="sm">
            <Radio.Group label={texts.resolve.question(venue)} {...form.getInputProps('found')}>
              <Stack gap={6} mt={6}>
                <Radio value="ACCEPTED" label={texts.resolve.accepted} />
                <Radio value="REFUSED" label={texts.resolve.refused} />
                <Radio value="NOTHING" label={texts.resolve.nothing} />
              </Stack>
            </Radio.Group>
            {form.values.found === 'ACCEPTED' && (
              <TextInput label={texts.resolve.venueId} required {...form.getInputProps('venueTransferId')} />
            )}
            <Textarea label={texts.resolve.comment} required autosize {...form.getInputProps('comment')} />
            <Group>
              <Button type="submit" loading={resolve.isPending}>
                {texts.resolve.submit}
              </Button>
            </Group>
          </Stack>
        </form>
        <div>
          <Text size="sm" fw={500}>
            {texts.resolve.evidence}
          </Text>
          <Code block>
            {evidence === undefined ? texts.resolve.noEvidence : JSON.stringify(evidence.details, null, 2)}
          </Code>
        </div>
      </SimpleGrid>
    </Stack>
  );
}

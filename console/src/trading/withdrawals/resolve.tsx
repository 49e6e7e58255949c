import type { Resolution, WithdrawalDetail, WithdrawalEvent } from '@quaestor/sdk';
import { Button, Group, Radio, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChange } from '../../shared/change/index.ts';
import { CodeBlock, Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { trading } from '../api.ts';
import { texts } from './texts.ts';

interface ResolveProps {
  readonly withdrawal: WithdrawalDetail;
  readonly events: readonly WithdrawalEvent[];
}

/** For a withdrawal whose outcome the venue does not report, or that it holds: a person looks there and says what they found. */
export function Resolve({ withdrawal, events }: ResolveProps) {
  const { id, needsPerson, venue, status, waitingReason } = withdrawal;
  const isHeld = status === 'SUBMITTED' && (waitingReason ?? null) !== null;
  const isAdmin = useScope('admin');
  const form = useForm<Required<Resolution>>({
    initialValues: { found: isHeld ? 'PAID' : 'ACCEPTED', venueTransferId: '', transaction: '', comment: '' },
  });
  const resolve = useChange(
    'withdrawals',
    ({ found, comment, venueTransferId, transaction }: Required<Resolution>) =>
      trading.withdrawals.resolve(id, {
        found,
        comment,
        ...(found === 'ACCEPTED' && { venueTransferId }),
        ...(found === 'PAID' && { transaction }),
      }),
    (resolved) => ({
      text: isHeld && resolved.status === 'SUBMITTED' ? texts.resolve.noted : texts.resolve.done,
    }),
  );
  const problem = resolve.error !== null && <Problem error={resolve.error} />;
  // Another person may have resolved it meanwhile: then the reason of the refusal is left.
  if ((needsPerson !== true && !isHeld) || !isAdmin) return problem;
  const evidence = events.findLast(({ action }) => action === 'withdrawal.conclude');
  return (
    <Section
      title={texts.resolve.title}
      description={isHeld ? texts.resolve.aboutHeld(venue) : texts.resolve.about(venue)}
    >
      {problem}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48}>
        <form onSubmit={form.onSubmit((values) => resolve.mutate(values))}>
          <Stack gap="sm">
            <Radio.Group label={texts.resolve.question(venue)} {...form.getInputProps('found')}>
              <Stack gap={6} mt={6}>
                {isHeld ? (
                  <Radio value="PAID" label={texts.resolve.paid} />
                ) : (
                  <Radio value="ACCEPTED" label={texts.resolve.accepted} />
                )}
                <Radio value="REFUSED" label={texts.resolve.refused} />
                {!isHeld && <Radio value="NOTHING" label={texts.resolve.nothing} />}
              </Stack>
            </Radio.Group>
            {form.values.found === 'ACCEPTED' && (
              <TextInput label={texts.resolve.venueId} required {...form.getInputProps('venueTransferId')} />
            )}
            {form.values.found === 'PAID' && (
              <TextInput label={texts.resolve.transaction} required {...form.getInputProps('transaction')} />
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
          <CodeBlock>
            {evidence === undefined ? texts.resolve.noEvidence : JSON.stringify(evidence.details, null, 2)}
          </CodeBlock>
        </div>
      </SimpleGrid>
    </Section>
  );
}

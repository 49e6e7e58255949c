import type { Deposit, TransferDetail, TransferResolution } from '@quaestor/sdk';
import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChange } from '../../shared/change/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { differencesOf } from './differences.ts';
import { texts } from './texts.ts';

const { resolve: t } = texts;

/** For a transfer whose other end is not known: a person says which of the deposits it is. */
export default function Resolve({ transfer }: { readonly transfer: TransferDetail }) {
  const isAdmin = useScope('admin');
  const form = useForm<TransferResolution>({
    initialValues: { depositId: '', comment: '' },
    validate: { depositId: (value) => (value === '' ? t.choose : null) },
  });
  const resolve = useChange(
    'transfers',
    (resolution: TransferResolution) => trading.transfers.resolve(transfer.id, resolution),
    () => ({ text: t.done }),
  );
  const { status, deposit, candidates, toVenue, asset } = transfer;
  const problem = resolve.error !== null && <Problem error={resolve.error} />;
  if (status !== 'NEEDS_PERSON' || deposit !== null) return problem;
  return (
    <Section title={t.title} description={t.about(toVenue)}>
      {problem}
      {candidates.length === 0 && <Text size="sm">{t.none(asset.code, toVenue)}</Text>}
      {candidates.length > 0 && (
        <form onSubmit={form.onSubmit((values) => resolve.mutate(values))}>
          <Stack gap="md" maw={720}>
            <Radio.Group label={t.question} {...form.getInputProps('depositId')}>
              <Stack gap="sm" mt={6}>
                {candidates.map((candidate) => (
                  <Radio
                    key={candidate.id}
                    value={candidate.id}
                    disabled={!isAdmin}
                    label={t.candidate(
                      `${groupDigits(candidate.amount)} ${candidate.asset.code}`,
                      formatTime(candidate.createdAt),
                      candidate.venueTransferId,
                    )}
                    description={describe(transfer, candidate)}
                    styles={{ description: { overflowWrap: 'anywhere' } }}
                  />
                ))}
              </Stack>
            </Radio.Group>
            {isAdmin ? (
              <>
                <Textarea
                  label={t.comment}
                  required
                  autosize
                  maxLength={500}
                  {...form.getInputProps('comment')}
                />
                <Group>
                  <Button type="submit" loading={resolve.isPending}>
                    {t.submit}
                  </Button>
                </Group>
              </>
            ) : (
              <Text size="sm">{t.adminsOnly}</Text>
            )}
          </Stack>
        </form>
      )}
    </Section>
  );
}

/** What is the same and what is not, and the transaction to look up. */
function describe(transfer: TransferDetail, candidate: Deposit): string {
  const differences = differencesOf(transfer, candidate).map((part) => t.parts[part]);
  const transaction = candidate.blockchainMetadata?.hash ?? candidate.internalTransferId;
  return [
    differences.length === 0 ? t.same : t.differs(differences),
    ...(transaction === null ? [] : [t.transaction(transaction)]),
  ].join(' ');
}

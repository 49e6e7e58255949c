import type { CreateWithdrawal, SavedDestination, Venue, WithdrawalDetail } from '@quaestor/sdk';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '../../../shared/icons/index.ts';
import { Amount } from '../../../shared/money/index.ts';
import { Facts, Note, type Fact } from '../../../shared/parts/index.ts';
import { describeRecipient } from '../../../shared/recipients/index.ts';
import { chargeOf } from '../charge.tsx';
import { WholeDestination } from '../destination.tsx';
import { texts } from './texts.ts';
import { texts as all } from '../texts.ts';

interface CheckedProps {
  readonly request: Pick<CreateWithdrawal, 'reference' | 'travelRule'>;
  /** What the server made of the request in a dry run. */
  readonly result: WithdrawalDetail;
  readonly venue: Venue | undefined;
  readonly saved?: SavedDestination | undefined;
  /** What else there is to compare. */
  readonly others?: readonly Fact[];
  readonly send?: string;
  readonly isSending: boolean;
  readonly onSend: () => void;
}

/** Everything that a person should compare before the money leaves. */
export default function Checked(props: CheckedProps) {
  const {
    request,
    result,
    venue,
    saved,
    others = [],
    isSending,
    onSend,
    send = texts.create.request,
  } = props;
  const { facts } = all.detail;
  const { travelRule } = request;
  return (
    <Stack gap="md" component="section" aria-label={texts.create.compare}>
      <Alert variant="outline" color="green" icon={<IconCircleCheck size={18} />} title={texts.create.passed}>
        <Text size="sm" c="var(--mantine-color-text)">
          {result.decision?.sentence ?? texts.create.noRule}
        </Text>
      </Alert>
      <Text fz={{ base: 22, sm: 28 }} fw={600} lh={1.2}>
        <Amount value={result.amount} asset={result.asset.code} isExact wraps />
      </Text>
      <Facts
        items={[
          ...chargeOf(result),
          [facts.venue, venue?.name ?? result.venue],
          ...others,
          [texts.create.recipient, travelRule && describeRecipient(travelRule).join(' ')],
          [facts.destination, <WholeDestination key="destination" {...result} />],
          [texts.create.account, saved?.account],
          [texts.create.reference, request.reference],
        ]}
      />
      {venue?.withdrawals === 'simulate' && <Note>{texts.create.onlySimulated(venue.name)}</Note>}
      <Group>
        <Button type="button" loading={isSending} onClick={onSend}>
          {send}
        </Button>
      </Group>
    </Stack>
  );
}

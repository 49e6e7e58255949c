import type { Approval } from '@quaestor/sdk';
import { Alert, Anchor, Button, Drawer, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Amount } from '../../shared/money/index.ts';
import { Facts } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { Ago, formatTime } from '../../shared/text/index.ts';
import { WholeDestination } from '../withdrawals/destination.tsx';
import { TimeLeft, Votes } from '../withdrawals/votes.tsx';
import { useVote } from './use-vote.ts';

interface DetailProps {
  readonly approval: Approval;
  /** Why this person cannot vote on it; undefined if they can. */
  readonly reason: string | undefined;
  readonly onClose: () => void;
}

/** Everything a person needs to decide on one withdrawal. */
export function ApprovalDetail({ approval, reason, onClose }: DetailProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title="Withdrawal to approve"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="lg">
        <Text fz={{ base: 22, sm: 28 }} fw={600} lh={1.2}>
          <Amount value={approval.amount} asset={approval.asset.code} />
        </Text>
        <Facts items={factsOf(approval)} />
        {reason === undefined ? (
          <Ballot approval={approval} onDone={onClose} />
        ) : (
          <Alert variant="outline" color="gray" icon={<IconInfoCircle size={18} />}>
            {reason}
          </Alert>
        )}
        <Anchor component={Link} to={`/withdrawals/${approval.id}`} size="sm">
          Show everything that happened to it
        </Anchor>
      </Stack>
    </Drawer>
  );
}

const factsOf = (approval: Approval) =>
  [
    ['Destination', <WholeDestination key="destination" {...approval} />],
    ['', <Known key="known" approval={approval} />],
    ['From venue', approval.venue],
    ['Requested by', approval.requestedBy],
    ['Reference', approval.reference],
    ['Requested', <Ago key="created" at={approval.createdAt} />],
    [
      'Time left',
      <Text key="left" span inherit title={titleOf(approval.approvals.expiresAt)}>
        <TimeLeft expiresAt={approval.approvals.expiresAt} />
      </Text>,
    ],
    ['Votes', <Votes key="votes" approval={approval} />],
    ['Why', approval.decision?.sentence ?? 'No policy rule was recorded.'],
  ] as const;

const titleOf = (at: string | null): string | undefined => (at === null ? undefined : formatTime(at));

function Known({ approval: { decision } }: { approval: Approval }) {
  if (decision === null) return null;
  return decision.destination === 'KNOWN' ? (
    <Text span inherit c="var(--quaestor-buy)">
      Saved and confirmed by two people
    </Text>
  ) : (
    <Text span inherit c="var(--quaestor-warn)">
      New: no confirmed destination has this address. Compare every group.
    </Text>
  );
}

function Ballot({ approval: { id }, onDone }: { approval: Approval; onDone: () => void }) {
  const [comment, setComment] = useState('');
  const vote = useVote(onDone);
  const cast = (decision: 'APPROVE' | 'REJECT') =>
    vote.mutate([{ id, decision, ...(comment.trim() !== '' && { comment: comment.trim() }) }]);
  return (
    <Stack gap="sm">
      {vote.error !== null && <Problem error={vote.error} />}
      <Textarea
        label="Comment"
        description="Everybody who sees the withdrawal sees it."
        autosize
        maxLength={1_000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button loading={vote.isPending} onClick={() => cast('APPROVE')}>
          Approve
        </Button>
        <Button variant="default" disabled={vote.isPending} onClick={() => cast('REJECT')}>
          Reject
        </Button>
      </Group>
    </Stack>
  );
}

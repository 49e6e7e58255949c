import type { Approval } from '@quaestor/sdk';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextLink } from '../../shared/link/index.ts';
import { Amount } from '../../shared/money/index.ts';
import { Panel } from '../../shared/panel/index.ts';
import { Facts, Note } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { Ago, formatTime, useNow } from '../../shared/text/index.ts';
import { chargeOf } from '../withdrawals/charge.tsx';
import { WholeDestination } from '../withdrawals/destination.tsx';
import { Recipient } from '../recipients/recipient.tsx';
import { useValues } from '../valuation/use-values.ts';
import { Screening, TimeLeft, Votes } from '../withdrawals/votes.tsx';
import { obstacleOf } from './obstacle.ts';
import { paidBeforeQuery } from './paid-before.ts';
import type { useVote } from './use-vote.ts';
import { texts } from './texts.ts';

interface DetailProps {
  readonly approval: Approval;
  readonly vote: ReturnType<typeof useVote>;
  readonly onClose: () => void;
}

/** Everything a person needs to decide on one withdrawal. */
export default function ApprovalDetail({ approval, vote, onClose }: DetailProps) {
  const obstacle = obstacleOf(approval, useNow());
  return (
    <Panel title={texts.detail.title} onClose={onClose}>
      <Text fz={{ base: 22, sm: 28 }} fw={600} lh={1.2}>
        <Amount value={approval.amount} asset={approval.asset.code} isExact wraps />
      </Text>
      <Facts
        items={[[texts.detail.facts.value, <Value key="value" approval={approval} />], ...factsOf(approval)]}
      />
      {vote.error !== null && <Problem error={vote.error} />}
      {obstacle === undefined ? (
        <Ballot id={approval.id} vote={vote} />
      ) : (
        <Note>{texts.cannotVote[obstacle]}</Note>
      )}
      <TextLink to="/withdrawals/$id" params={{ id: approval.id }} size="sm">
        {texts.detail.showAll}
      </TextLink>
    </Panel>
  );
}

const factsOf = (approval: Approval) =>
  [
    ...chargeOf(approval),
    [texts.detail.facts.destination, <WholeDestination key="destination" {...approval} />],
    ['', <Known key="known" approval={approval} />],
    [
      texts.detail.facts.recipient,
      approval.recipient !== null && <Recipient key="recipient" mark={approval.recipient} />,
    ],
    [texts.detail.facts.before, <PaidBefore key="before" approval={approval} />],
    [texts.detail.facts.venue, approval.venue],
    [texts.detail.facts.requestedBy, approval.requestedBy],
    [texts.detail.facts.reference, approval.reference],
    [texts.detail.facts.requested, <Ago key="created" at={approval.createdAt} />],
    [
      texts.detail.facts.left,
      <Text key="left" span inherit title={titleOf(approval.approvals.expiresAt)}>
        <TimeLeft expiresAt={approval.approvals.expiresAt} />
      </Text>,
    ],
    [texts.detail.facts.votes, <Votes key="votes" approval={approval} />],
    [
      texts.detail.facts.screening,
      approval.screening !== null && <Screening key="screening" screening={approval.screening} />,
    ],
    [texts.detail.facts.why, approval.decision?.sentence ?? texts.detail.noRule],
  ] as const;

const titleOf = (at: string | null): string | undefined => (at === null ? undefined : formatTime(at));

function Value({ approval: { amount, asset } }: { approval: Approval }) {
  const { valueOf, currency } = useValues([asset.code]);
  const value = valueOf({ amount, asset: asset.code });
  return value === undefined ? texts.noValue : <Amount value={value} asset={currency} />;
}

function PaidBefore({ approval }: { approval: Approval }) {
  const { data } = useQuery(paidBeforeQuery(approval));
  if (data === undefined) return texts.noValue;
  return (
    <Text span inherit {...(data === 0 && { c: 'var(--quaestor-warn)' })}>
      {texts.detail.before(data)}
    </Text>
  );
}

function Known({ approval: { decision } }: { approval: Approval }) {
  if (decision === null) return null;
  return decision.destination === 'KNOWN' ? (
    <Text span inherit c="var(--quaestor-buy)">
      {texts.detail.known}
    </Text>
  ) : (
    <Text span inherit c="var(--quaestor-warn)">
      {texts.detail.unknown}
    </Text>
  );
}

function Ballot({ id, vote }: { id: string; vote: DetailProps['vote'] }) {
  const [comment, setComment] = useState('');
  const cast = (decision: 'APPROVE' | 'REJECT') =>
    vote.mutate({ id, decision, ...(comment.trim() !== '' && { comment: comment.trim() }) });
  useHotkeys([
    ['a', () => !vote.isPending && cast('APPROVE')],
    ['r', () => !vote.isPending && cast('REJECT')],
  ]);
  return (
    <Stack gap="sm">
      <Textarea
        label={texts.detail.comment}
        description={texts.detail.aboutComment}
        autosize
        maxLength={500}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button loading={vote.isPending} onClick={() => cast('APPROVE')}>
          {texts.approve}
        </Button>
        <Button variant="default" disabled={vote.isPending} onClick={() => cast('REJECT')}>
          {texts.reject}
        </Button>
      </Group>
    </Stack>
  );
}

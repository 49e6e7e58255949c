import type { PolicyProposal } from '@quaestor/sdk';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Approved, linesOf, Recorded, type Values } from '../shared/frame/index.ts';
import { Address, Amount } from '../shared/money/index.ts';
import { Facts } from '../shared/parts/index.ts';
import { STEPS } from './describe-steps.ts';
import { Changes } from './policies/changes.tsx';
import { Recipient } from './recipients/recipient.tsx';
import { policiesQuery } from './policies/queries.ts';
import { texts } from './texts.ts';

const { confirms: t } = texts;

/** Shows what the person confirms. Votes are shown as payments, a policy by what it changes. */
export default function Approves({ approves }: { approves: Values }) {
  const { command, votes, ...rest } = approves;
  if (Array.isArray(votes)) {
    return (
      <Stack gap="xs">
        <Text size="sm" fw={500}>
          {t.count(votes.length)}
        </Text>
        <Stack
          gap="md"
          mah={320}
          style={{ overflowY: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label={t.votes}
        >
          {votes.map((vote: Values) => (
            <Payment key={String(vote['id'])} vote={vote} />
          ))}
        </Stack>
        <Recorded approves={approves} />
      </Stack>
    );
  }
  if (command === 'withdrawal.vote') {
    return (
      <Stack gap="xs">
        <Payment vote={rest} />
        <Recorded approves={approves} />
      </Stack>
    );
  }
  return (
    <Approved approves={approves} steps={STEPS}>
      {command === 'policy.confirm' && <PolicyChanges policy={rest as unknown as PolicyProposal} />}
      {isMark(approves['recipient']) && <Recipient mark={approves['recipient']} />}
    </Approved>
  );
}

function PolicyChanges({ policy }: { policy: PolicyProposal }) {
  const { data } = useQuery(policiesQuery());
  return data && <Changes before={data.active ?? { rules: [] }} after={policy} />;
}

interface Mark {
  readonly id: string;
  readonly hash: string;
}

const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' && value !== null && 'hash' in value;

function Payment({ vote }: { vote: Values }) {
  const { decision, amount, asset, venue, destination, reference, recipient } = vote;
  const { kind: _kind, address, tag, ...rest } = destination as Values;
  return (
    <Stack gap={4} data-payment={String(vote['id'])}>
      <Text size="lg" fw={600}>
        {decision === 'APPROVE' ? t.approve : t.reject}
        <Amount value={String(amount)} asset={String(asset)} isExact wraps />
      </Text>
      <Facts
        items={[
          [t.reference, String(reference)],
          [t.venue, String(venue)],
          [t.destination, linesOf(rest).join(', ')],
          [t.address, typeof address === 'string' && <Address key="address" value={address} />],
          [t.tag, typeof tag === 'string' && tag],
          [t.recipient, isMark(recipient) && <Recipient key="recipient" mark={recipient} />],
        ]}
      />
      <Text size="sm">{decision === 'APPROVE' ? t.approved : t.rejected}</Text>
    </Stack>
  );
}

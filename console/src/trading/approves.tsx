import { Stack, Text } from '@mantine/core';
import { Approved, membersOf } from '../shared/frame/index.ts';
import { Address, Amount } from '../shared/money/index.ts';
import { Facts } from '../shared/parts/index.ts';
import { texts } from './texts.ts';

type Values = Readonly<Record<string, unknown>>;

/** Shows what the person confirms. Votes are shown as payments, everything else member by member. */
export default function Approves({ approves }: { approves: Values }) {
  const { command, votes, ...rest } = approves;
  if (Array.isArray(votes)) {
    return (
      <Stack gap="xs">
        <Text size="sm" fw={500}>
          {texts.confirms.count(votes.length)}
        </Text>
        <Stack
          gap="md"
          mah={320}
          style={{ overflowY: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label={texts.confirms.votes}
        >
          {votes.map((vote: Values) => (
            <Payment key={String(vote['id'])} vote={vote} />
          ))}
        </Stack>
      </Stack>
    );
  }
  if (command === 'withdrawal.vote') return <Payment vote={rest} />;
  return <Approved approves={approves} />;
}

function Payment({ vote }: { vote: Values }) {
  const { decision, amount, asset, venue, destination } = vote;
  return (
    <Stack gap={4} data-payment={String(vote['id'])}>
      <Text size="lg" fw={600}>
        {decision === 'APPROVE' ? texts.confirms.approve : texts.confirms.reject}
        <Amount value={String(amount)} asset={String(asset)} />
      </Text>
      <Facts items={[[texts.confirms.venue, String(venue)], ...destinationOf(destination)]} />
    </Stack>
  );
}

function destinationOf(destination: unknown) {
  const { address, ...rest } = destination as Values;
  return [
    ...membersOf(rest),
    ...(typeof address === 'string'
      ? [[texts.confirms.address, <Address key="address" value={address} />] as const]
      : []),
  ];
}

import { Anchor, Container } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Empty } from '../shared/parts/index.ts';
import { Problem } from '../shared/problem/index.ts';

export function Failure({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Container size="sm" py={64}>
      <Problem error={error} onRetry={() => void router.invalidate()} />
    </Container>
  );
}

export const Missing = () => (
  <Empty
    icon={<IconMapOff size={32} />}
    title="There is no such page"
    action={
      <Anchor component={Link} to="/">
        Go to the overview
      </Anchor>
    }
  >
    The address may be incomplete, or from another version of the console.
  </Empty>
);

import { Anchor, Container } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Empty } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
import { texts } from './texts.ts';

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
    title={texts.missing.title}
    action={
      <Anchor component={Link} to="/">
        {texts.missing.overview}
      </Anchor>
    }
  >
    {texts.missing.about}
  </Empty>
);

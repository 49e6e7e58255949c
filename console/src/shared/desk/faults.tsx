import { Anchor, Container } from '@mantine/core';
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Page } from '../parts/index.ts';
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
  <Page title={texts.missing.title} description={texts.missing.about}>
    <Anchor component={Link} to="/">
      {texts.missing.overview}
    </Anchor>
  </Page>
);

import { Container } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { TextLink } from '../link/index.ts';
import { Page } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
import { texts } from './texts.ts';

export function Failure({ error }: ErrorComponentProps) {
  const router = useRouter();
  const client = useQueryClient();
  const retry = () => {
    // What the screen read may be what it failed over.
    client.removeQueries({ type: 'inactive' });
    void router.invalidate();
  };
  return (
    <Container size="sm" py={64}>
      <Problem error={error} onRetry={retry} />
    </Container>
  );
}

export const Missing = () => (
  <Page title={texts.missing.title} description={texts.missing.about}>
    <TextLink to="/">{texts.missing.overview}</TextLink>
  </Page>
);

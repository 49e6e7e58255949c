import type { Policy } from '@quaestor/sdk';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPencil } from '../../shared/icons/index.ts';
import { ButtonLink } from '../../shared/link/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { Proposal } from './proposal.tsx';
import { policiesQuery } from './queries.ts';
import { Rules } from './rules.tsx';
import { texts } from './texts.ts';
import { Versions } from './versions.tsx';

export function Policies() {
  const policies = useQuery(policiesQuery());
  const isAdmin = useScope('admin');
  const { active = null, proposed = null } = policies.data ?? {};
  return (
    <Page
      title={texts.title}
      description={texts.about}
      actions={
        isAdmin && (
          <ButtonLink to="/policies/edit" leftSection={<IconPencil size={16} />}>
            {texts.edit}
          </ButtonLink>
        )
      }
    >
      {policies.error !== null && <Problem error={policies.error} onRetry={() => void policies.refetch()} />}
      {policies.isPending && <Skeleton height={240} />}
      {proposed !== null && <Proposal key={proposed.version} proposed={proposed} active={active} />}
      {policies.data !== undefined && <Active policy={active} />}
      <Versions />
    </Page>
  );
}

function Active({ policy }: { policy: Policy | null }) {
  return (
    <Stack gap="sm" component="section" aria-label={texts.active.title}>
      <div>
        <Title order={2} size="h4">
          {texts.active.title}
        </Title>
        <Text size="sm" c="dimmed">
          {policy === null
            ? texts.active.none
            : texts.active.meta(
                policy.version,
                policy.confirmedBy ?? policy.proposedBy,
                policy.confirmedAt ?? policy.proposedAt,
              )}
        </Text>
      </div>
      {policy !== null && <Rules policy={policy} />}
    </Stack>
  );
}

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Alarm, Status } from '../parts/index.ts';
import type { AuditLog } from './log.ts';
import { texts } from './texts.ts';

/** What the last verification of the whole chain found. */
export function Chain({ log }: { log: AuditLog }) {
  const { data } = useQuery({
    queryKey: ['audit', 'chain'],
    queryFn: ({ signal }) => log.list({}, { signal }).page({ pageSize: 1 }),
  });
  // A failure is shown by the list, which reads the same.
  if (data === undefined) return null;
  const { verification } = data;
  if (verification === null) return <Status code="unverified" tone="idle" label={texts.chain.unverified} />;
  const { at, intact, fault } = verification;
  if (intact) return <Status code="intact" tone="good" label={texts.chain.intact(at)} />;
  return (
    <Alarm title={texts.chain.broken(at)}>
      <Text size="sm">{fault}</Text>
      <Text size="sm">{texts.chain.fix}</Text>
    </Alarm>
  );
}

import type { DisbursementRun } from '@quaestor/sdk';
import { List } from '@mantine/core';
import { texts } from './texts.ts';

/** Which accounts a run asks nothing of, by reason. */
export const LeftOut = ({ accounts }: { accounts: DisbursementRun['left_out'] }) => (
  <List size="sm">
    {accounts.map(({ reason, count }) => (
      <List.Item key={reason}>{texts.runs.leftOutBy[reason](count)}</List.Item>
    ))}
  </List>
);

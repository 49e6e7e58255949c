import { List, Stack } from '@mantine/core';
import { groupDigits } from '../../shared/money/index.ts';
import { Alarm } from '../../shared/parts/index.ts';
import { Trace } from '../../shared/problem/index.ts';
import type { Refusal } from './use-vote.ts';
import { texts } from './texts.ts';

interface RefusedProps {
  readonly refusals: readonly Refusal[];
  readonly onDismiss: () => void;
}

/** Which votes of several the server did not take, and why. They came in one request, so they have one trace. */
export function Refused({ refusals, onDismiss }: RefusedProps) {
  const traceId = refusals[0]?.traceId;
  return (
    <Alarm
      title={texts.refused.title(refusals.length)}
      close={{ label: texts.refused.dismiss, onClose: onDismiss }}
    >
      <Stack gap={6}>
        <List size="sm">
          {refusals.map(({ row: { id, amount, asset, reference }, detail }) => (
            <List.Item key={id}>
              <b>{texts.refused.withdrawal(groupDigits(amount), asset.code, reference)}</b>
              {detail}
            </List.Item>
          ))}
        </List>
        {traceId !== undefined && <Trace id={traceId} />}
      </Stack>
    </Alarm>
  );
}

import { Button, List, Stack, Text } from '@mantine/core';
import { QuaestorError } from '@quaestor/sdk';
import { Alarm } from '../parts/index.ts';
import { Trace } from './trace.tsx';
import { texts } from './texts.ts';

interface ProblemProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** What went wrong, how to fix it, and the id under which the logs have it. */
export function Problem({ error, onRetry }: ProblemProps) {
  const { detail, fix, errors, traceId } = describe(error);
  const fields = Object.entries(errors).flatMap(([field, faults]) =>
    faults.map((fault) => [field, fault] as const),
  );
  return (
    <Alarm title={plain(detail)}>
      <Stack gap={6}>
        {fields.length > 0 && (
          <List size="sm">
            {fields.map(([field, fault]) => (
              <List.Item key={`${field} ${fault}`}>
                {field !== '' && <b>{texts.field(field)}</b>}
                {plain(fault)}
              </List.Item>
            ))}
          </List>
        )}
        {fix !== '' && <Text size="sm">{plain(fix)}</Text>}
        {traceId !== undefined && <Trace id={traceId} />}
        {onRetry !== undefined && (
          <div>
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              {texts.retry}
            </Button>
          </div>
        )}
      </Stack>
    </Alarm>
  );
}

/** The server marks names as code, for readers of the API. */
const plain = (text: string): string => text.replaceAll('`', '');

interface Description {
  readonly detail: string;
  readonly fix: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly traceId: string | undefined;
}

function describe(error: unknown): Description {
  if (error instanceof QuaestorError) return error;
  const detail = error instanceof Error ? error.message : texts.unexpected;
  return { detail, fix: '', errors: {}, traceId: undefined };
}

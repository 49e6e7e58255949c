import { Button, List, Stack, Text } from '@mantine/core';
import { QuaestorError, StepUpRequiredError } from '@quaestor/sdk';
import { Alarm } from '../parts/index.ts';
import { sayFaults, type FieldNames } from './say-faults.ts';
import { Trace } from './trace.tsx';
import { texts } from './texts.ts';

interface ProblemProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** What the screen calls the fields. */
  readonly names?: FieldNames;
  /** Whether the screen is about one thing, so that its place in a list means nothing to people. */
  readonly isOfOne?: boolean;
}

/** What went wrong, how to fix it, and the id under which the logs have it. */
export function Problem({ error, onRetry, names, isOfOne }: ProblemProps) {
  if (error instanceof StepUpRequiredError) return <NotConfirmed />;
  const described = describe(error);
  const { errors, fix, traceId } = described;
  // What is wrong with a field says how to fix it.
  const showsFix = fix !== '' && Object.keys(errors).length === 0;
  const { title, faults } = sayFaults(described, names, isOfOne);
  return (
    <Alarm title={title}>
      <Stack gap={6}>
        {faults.length > 0 && (
          <List size="sm">
            {faults.map((fault) => (
              <List.Item key={fault}>{fault}</List.Item>
            ))}
          </List>
        )}
        {showsFix && <Text size="sm">{plain(fix)}</Text>}
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

/** The person closed the question for their second factor, which is no error. */
const NotConfirmed = () => (
  <Text size="sm" role="status">
    {texts.notConfirmed}
  </Text>
);

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

import { CodeBlock, Facts } from '../parts/index.ts';
import { sentenceOf } from '../text/index.ts';
import { texts } from './texts.ts';

/** What a person confirms, member by member. */
export function Approved({ approves }: { approves: Readonly<Record<string, unknown>> }) {
  const { command, ...rest } = approves;
  return <Facts items={[[texts.step, sentenceOf(String(command))], ...membersOf(rest)]} />;
}

export const membersOf = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [[sentenceOf(name), show(value)] as const],
  );

const show = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? (
    String(value)
  ) : (
    <CodeBlock>{JSON.stringify(value, null, 2)}</CodeBlock>
  );

import type { PolicyProposal } from '@quaestor/sdk';
import { Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import classes from './changes.module.css';
import { describePolicy } from './describe-rule.ts';
import { diff } from './diff.ts';
import { texts } from './texts.ts';

interface ChangesProps {
  readonly before: PolicyProposal;
  readonly after: PolicyProposal;
}

/** What a draft changes, line by line. Marks and hidden words say what colours say. */
export function Changes({ before, after }: ChangesProps) {
  const lines = diff(describePolicy(before), describePolicy(after));
  const isSame = lines.every(({ kind }) => kind === 'kept');
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {texts.diff.title}
      </Title>
      {isSame && (
        <Text size="sm" c="dimmed">
          {texts.diff.same}
        </Text>
      )}
      {!isSame && (
        <ol className={classes.lines} aria-label={texts.diff.label}>
          {lines.map(({ kind, text }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- equal lines differ only by their place
            <li key={index} className={classes.line} data-kind={kind}>
              <VisuallyHidden>{texts.diff[kind]} </VisuallyHidden>
              {text}
            </li>
          ))}
        </ol>
      )}
    </Stack>
  );
}

import type { Policy } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { formatList } from '../../shared/text/index.ts';
import { describeRule } from './describe-rule.ts';
import classes from './rules.module.css';
import { texts } from './texts.ts';

/** The rules of a policy in the order in which they are tried. */
export function Rules({ policy: { rules, groups } }: { policy: Pick<Policy, 'rules' | 'groups'> }) {
  return (
    <div>
      <ol className={classes.rules}>
        {rules.map((rule, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a rule is known by its place
          <li key={index}>
            {describeRule(rule)}
            {rule.description !== undefined && (
              <Text size="sm" c="dimmed">
                {rule.description}
              </Text>
            )}
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed" mt="xs">
        {texts.noMatch}
      </Text>
      {Object.entries(groups).map(([name, people]) => (
        <Text key={name} size="sm" c="dimmed">
          {texts.groups(name, formatList(people))}
        </Text>
      ))}
    </div>
  );
}

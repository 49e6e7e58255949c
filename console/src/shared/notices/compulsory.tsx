import { Checkbox, Stack } from '@mantine/core';
import type { NoticeSettings } from '@quaestor/sdk';
import { useChange } from '../change/index.ts';
import { Section } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
import { useService } from '../session/index.ts';
import { kindName } from './names.ts';
import { texts } from './texts.ts';

const { compulsory: t } = texts;

/** What nobody can switch off. */
export function Compulsory({ kinds }: Pick<NoticeSettings, 'kinds'>) {
  const { notices } = useService();
  const set = useChange('notices', (chosen: string[]) => notices.setCompulsory({ kinds: chosen }));
  const chosen = kinds.filter(({ isCompulsory }) => isCompulsory).map(({ kind }) => kind);
  return (
    <Section title={t.title} description={t.about}>
      {set.error !== null && <Problem error={set.error} />}
      <Stack gap="xs">
        {kinds.map(({ kind, summary, isCompulsory }) => (
          <Checkbox
            key={kind}
            label={kindName({ kind, summary })}
            checked={isCompulsory}
            disabled={set.isPending}
            onChange={() =>
              set.mutate(isCompulsory ? chosen.filter((each) => each !== kind) : [...chosen, kind])
            }
          />
        ))}
      </Stack>
    </Section>
  );
}

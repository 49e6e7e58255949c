import type { ScreeningAnswer, WithdrawalDetail } from '@quaestor/sdk';
import { Button, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChange } from '../../shared/change/index.ts';
import { Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { formatTime, useNow } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { texts } from './texts.ts';

type Answer = Omit<ScreeningAnswer, 'digest'>;
type Draft = Omit<Answer, 'verdict'> & { readonly verdict: Answer['verdict'] | null };

const required = (value: string) => (value.trim() === '' ? texts.required : null);

/** For a screener who is a person: the one answer about a withdrawal that waits for its screening. */
export default function AnswerScreening({ withdrawal: { id, screening } }: { withdrawal: WithdrawalDetail }) {
  const isScreener = useScope('screening:edit');
  const now = useNow();
  const form = useForm<Draft>({
    initialValues: { verdict: null, reason: '', evidence: '' },
    validate: {
      verdict: (value) => (value === null ? texts.required : null),
      reason: required,
      evidence: required,
    },
  });
  const answer = useChange(
    'withdrawals',
    (given: Answer) => trading.withdrawals.screen(id, { ...given, digest: screening?.digest ?? '' }),
    (_withdrawal, { verdict }) => ({ text: texts.done[verdict] }),
  );
  const problem = answer.error !== null && <Problem error={answer.error} />;
  const isOpen = screening?.verdict === null && Date.parse(screening.until) > now;
  if (!isScreener || !isOpen) return problem;
  return (
    <Section title={texts.title} description={texts.about(formatTime(screening.until))}>
      {problem}
      <form
        onSubmit={form.onSubmit(({ verdict, ...given }) => {
          if (verdict !== null) answer.mutate({ ...given, verdict });
        })}
        noValidate
      >
        <Stack gap="sm" maw={520}>
          <Radio.Group label={texts.question} required {...form.getInputProps('verdict')}>
            <Stack gap={6} mt={6}>
              {(['PASS', 'REFUSE', 'HOLD'] as const).map((verdict) => (
                <Radio
                  key={verdict}
                  value={verdict}
                  label={texts.verdicts[verdict].name}
                  description={texts.verdicts[verdict].about}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={texts.reason}
            description={texts.aboutReason}
            required
            autosize
            maxLength={500}
            {...form.getInputProps('reason')}
          />
          <TextInput
            label={texts.evidence}
            description={texts.aboutEvidence}
            required
            maxLength={1000}
            autoComplete="off"
            {...form.getInputProps('evidence')}
          />
          <Group>
            <Button type="submit" loading={answer.isPending}>
              {texts.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

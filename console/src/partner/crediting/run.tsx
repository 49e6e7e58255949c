import type { Payouts } from '@quaestor/sdk';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Big } from 'big.js';
import { useState } from 'react';
import { TextLink } from '../../shared/link/index.ts';
import { say } from '../../shared/messages/index.ts';
import { roundDigits } from '../../shared/money/index.ts';
import { AskFirst, Page, Section } from '../../shared/parts/index.ts';
import { addDays, today } from '../../shared/period/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { PlainTable } from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { PAYOUT_COLUMNS } from './columns.ts';
import { CreditedPartners } from './partners.tsx';
import { texts } from './texts.ts';

const { run: t } = texts;
/** As long as the service takes for the largest run. */
const TIMEOUT_MS = 6 * 3_600_000;

/** What a run would credit, and then the run. */
export function CreditingRun() {
  const yesterday = addDays(today(), -1);
  const [through, setThrough] = useState(yesterday);
  const client = useQueryClient();
  const preview = useMutation({
    mutationFn: (day: string) =>
      partner.crediting.run({ through: day, dry_run: true }, { timeout: TIMEOUT_MS }),
  });
  const credit = useMutation({
    mutationFn: (day: string) => partner.crediting.run({ through: day }, { timeout: TIMEOUT_MS }),
    onSuccess: (_run, day) => {
      say({ text: t.done(day) });
      return client.invalidateQueries();
    },
  });
  const error = credit.error ?? preview.error;
  return (
    <Page title={t.title} description={t.about}>
      <Stack gap="lg">
        <Group align="flex-end" gap="md">
          <TextInput
            type="date"
            label={t.through}
            description={t.aboutThrough}
            max={yesterday}
            required
            value={through}
            onChange={({ currentTarget: { value } }) => {
              setThrough(value);
              preview.reset();
              credit.reset();
            }}
          />
          <Button
            variant={preview.data === undefined ? 'filled' : 'default'}
            disabled={through === ''}
            loading={preview.isPending}
            onClick={() => {
              credit.reset();
              preview.mutate(through);
            }}
          >
            {t.preview}
          </Button>
        </Group>
        {error !== null && <Problem error={error} />}
        {credit.data === undefined && preview.data !== undefined && (
          <>
            <Credited words={t.would} run={preview.data} />
            {preview.data.payouts.length > 0 && (
              <div>
                <AskFirst
                  label={t.submit}
                  question={t.ask(through)}
                  confirm={t.confirm}
                  decline={t.decline}
                  isPending={credit.isPending}
                  onConfirm={() => credit.mutate(through)}
                />
              </div>
            )}
          </>
        )}
        {credit.data !== undefined && (
          <>
            <Credited words={t.did} run={credit.data} />
            <TextLink to="/crediting" size="sm">
              {t.showAll}
            </TextLink>
          </>
        )}
      </Stack>
    </Page>
  );
}

interface CreditedProps {
  readonly words: { readonly title: string; readonly nothing: string };
  readonly run: Payouts;
}

function Credited({ words, run }: CreditedProps) {
  const { payouts } = run;
  const sum = payouts.reduce((all, { reward_usd }) => all.plus(reward_usd), new Big(0));
  return (
    <Section title={words.title}>
      {payouts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.nothing}
        </Text>
      ) : (
        <>
          <Text size="xl" fw={600} title={sum.toFixed()} data-sum={sum.toFixed()}>
            {t.usd(roundDigits(sum.toFixed(), 2))}
          </Text>
          <PlainTable
            name={words.title}
            columns={PAYOUT_COLUMNS}
            rows={payouts}
            idOf={({ number, kind }) => `${kind} ${number}`}
          />
          <CreditedPartners credited={run} />
        </>
      )}
    </Section>
  );
}

import type { AcceptedAgreement, SelfBillingAgreement } from '@quaestor/sdk';
import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { Facts, Note, Section, Status, type Fact, type Tone } from '../../shared/parts/index.ts';
import { formatTime, useNow } from '../../shared/text/index.ts';
import { useMayWrite } from '../viewed.ts';
import { Accept } from './accept.tsx';
import { lineOf } from './destination-facts.tsx';
import { texts } from './texts.ts';

const { agreement: t } = texts;

type State = keyof typeof t.states;
const TONES: Readonly<Record<State, Tone>> = { valid: 'good', ended: 'bad', none: 'warn' };

/** What the partner agrees to, what was accepted last, and the form that accepts it. */
export function Agreement({ agreement }: { agreement: SelfBillingAgreement }) {
  const { issuer, text, text_sha256: hash, accepted } = agreement;
  const mayWrite = useMayWrite('disbursements:edit');
  const [isEditing, setIsEditing] = useState(false);
  const now = useNow();
  const state: State = accepted === null ? 'none' : Date.parse(accepted.valid_to) > now ? 'valid' : 'ended';
  const isAsked = isEditing || state !== 'valid';
  return (
    <Section title={t.title} description={t.description}>
      <Paper withBorder p="md" maw={760}>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      </Paper>
      <Facts
        items={[
          [t.facts.state, <Status key="state" code={state} tone={TONES[state]} label={t.states[state]} />],
          [t.facts.issuer, t.issuer(issuer.name, issuer.address, issuer.vat_id)],
          ...(accepted === null ? [] : factsOf(accepted)),
        ]}
      />
      {state === 'valid' && accepted?.text_sha256 !== hash && <Note>{t.changed}</Note>}
      {mayWrite && !isAsked && (
        <Group>
          <Button variant="default" onClick={() => setIsEditing(true)}>
            {t.again}
          </Button>
        </Group>
      )}
      {mayWrite && isAsked && (
        <Accept
          agreement={agreement}
          onDone={() => setIsEditing(false)}
          canDiscard={isEditing && state === 'valid'}
        />
      )}
    </Section>
  );
}

const factsOf = (accepted: AcceptedAgreement): Fact[] => [
  [t.facts.name, accepted.name],
  [t.facts.kind, t.kinds[accepted.kind]],
  [t.facts.address, lineOf(accepted.address)],
  [t.facts.vat, accepted.vat_id],
  [t.facts.accepted, t.who(accepted.accepted_by, formatTime(accepted.accepted_at))],
  [t.facts.validTo, formatTime(accepted.valid_to)],
];

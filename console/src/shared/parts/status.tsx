import { Group, Text } from '@mantine/core';
import { sentenceOf } from '../text/index.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'idle' | 'busy';

const COLORS: Readonly<Record<Tone, string>> = {
  good: 'var(--quaestor-buy)',
  bad: 'var(--quaestor-sell)',
  warn: 'var(--quaestor-warn)',
  idle: 'var(--quaestor-idle)',
  busy: 'var(--quaestor-buy)',
};

/** A dot and a word: the colour is never alone in saying something. */
export function Status({ code, tone, label }: { code: string; tone: Tone; label?: string }) {
  return (
    <Group gap={8} wrap="nowrap" fz="sm" style={{ display: 'inline-flex' }}>
      <span
        aria-hidden
        style={{
          width: 8,
          height: 8,
          borderRadius: 8,
          flex: 'none',
          background: tone === 'busy' || tone === 'warn' ? 'transparent' : COLORS[tone],
          border: `2px solid ${COLORS[tone]}`,
        }}
      />
      <Text span inherit style={label === undefined ? { whiteSpace: 'nowrap' } : {}}>
        {label ?? sentenceOf(code)}
      </Text>
    </Group>
  );
}

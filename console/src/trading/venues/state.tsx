import type { Venue } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { Status, type Tone } from '../../shared/parts/index.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<Venue['trading'], Tone>> = { live: 'good', simulate: 'warn', off: 'idle' };

export const ModeStatus = ({ mode }: { mode: Venue['trading'] }) => (
  <Status code={mode} tone={TONES[mode]} label={texts.modes[mode]} />
);

export const Liveness = ({ live }: Pick<Venue, 'live'>) => (
  <Status
    code={live ? 'LIVE' : 'NOT_LIVE'}
    tone={live ? 'good' : 'bad'}
    label={live ? texts.live : texts.notLive}
  />
);

export const VenueState = ({ live, reason }: Pick<Venue, 'live' | 'reason'>) => (
  <div>
    <Liveness live={live} />
    {!live && (
      <Text size="xs" c="dimmed">
        {reason ?? texts.notAsked}
      </Text>
    )}
  </div>
);

import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { texts } from './texts.ts';

/** To the day that something belongs to, or to all days. */
export const Back = ({ day }: { day?: string | undefined }) => (
  <Anchor
    component={Link}
    to={day === undefined ? '/rewards' : '/rewards/days/$day'}
    params={{ day } as never}
    size="sm"
    style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}
  >
    <IconArrowLeft size={14} aria-hidden />
    {day === undefined ? texts.back : texts.backTo(day)}
  </Anchor>
);

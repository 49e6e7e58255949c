import { IconArrowLeft } from '../../shared/icons/index.ts';
import { TextLink, type Place } from '../../shared/link/index.ts';
import { texts } from './texts.ts';

const placeOf = (day: string | undefined): Place =>
  day === undefined ? { to: '/rewards' } : { to: '/rewards/days/$day', params: { day } };

/** To the day that something belongs to, or to all days. */
export const Back = ({ day }: { day?: string | undefined }) => (
  <TextLink {...placeOf(day)} size="sm" style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
    <IconArrowLeft size={14} aria-hidden />
    {day === undefined ? texts.back : texts.backTo(day)}
  </TextLink>
);

import type { NewSavedViewSchedule, SavedView } from '@quaestor/sdk';
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { otherError, Overtaken, useEdited } from '../../../shared/editable/index.ts';
import { TextLink } from '../../../shared/link/index.ts';
import { settingsQuery } from '../../../shared/notices/index.ts';
import { AskFirst, Note } from '../../../shared/parts/index.ts';
import { Problem } from '../../../shared/problem/index.ts';
import { useService } from '../../../shared/session/index.ts';
import { formatTime, personZone } from '../../../shared/text/index.ts';
import { partner } from '../../api.ts';
import { viewsQuery } from '../queries.ts';
import { texts } from '../texts.ts';

const { mail: t } = texts;

type Schedule = NonNullable<SavedView['schedule']>;
type Obstacle = NonNullable<Schedule['obstacle']>;

interface ViewMailProps {
  readonly view: SavedView;
  readonly onDone: () => Promise<void>;
}

/** When the person gets a view by mail, and what stands in the way. */
export function ViewMail({ view, onDone }: ViewMailProps) {
  const [isOpen, setOpen] = useState(false);
  const { schedule } = view;
  const stop = useMutation({ mutationFn: () => partner.views.unschedule(view.id), onSuccess: onDone });
  return (
    <Stack gap="xs">
      {schedule !== null && <Outcome schedule={schedule} />}
      {isOpen ? (
        <EditMail view={view} onDone={onDone} onClose={() => setOpen(false)} />
      ) : (
        <Group gap="xs">
          <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
            {schedule === null ? t.begin : t.change}
          </Button>
          {schedule !== null && (
            <AskFirst
              label={t.stop}
              question={t.ask}
              confirm={t.yes}
              size="compact-sm"
              isPending={stop.isPending}
              onConfirm={() => stop.mutate()}
            />
          )}
        </Group>
      )}
      {stop.error !== null && <Problem error={stop.error} />}
    </Stack>
  );
}

/** When it is sent, and what became of the last one. */
function Outcome({ schedule }: { readonly schedule: Schedule }) {
  const { next_at: next, last, obstacle } = schedule;
  return (
    <>
      <Text size="sm">
        {whenOf(schedule)} {t.next(formatTime(next))}
      </Text>
      {obstacle !== null && <InTheWay obstacle={obstacle} />}
      {last !== null && (
        <Text size="xs" c="dimmed">
          {t.last[last.state](formatTime(last.due_at))} {last.state === 'SENT' ? '' : last.outcome}
        </Text>
      )}
    </>
  );
}

function whenOf({ every, weekday, day, time, time_zone: zone }: Schedule): string {
  if (every === 'week') return t.when.week(t.weekdays[weekday ?? 'monday'], time, zone);
  return every === 'month' ? t.when.month(day ?? 1, time, zone) : t.when.day(time, zone);
}

function InTheWay({ obstacle }: { readonly obstacle: Obstacle }) {
  const isOwn = obstacle === 'no_address' || obstacle === 'address_disabled';
  return (
    <Note>
      {t.obstacles[obstacle]}{' '}
      {isOwn && (
        <TextLink to="/security" size="sm" underline="always">
          {t.security}
        </TextLink>
      )}
    </Note>
  );
}

interface EditMailProps extends ViewMailProps {
  readonly onClose: () => void;
}

const mailOf = ({ schedule, schedule_etag: etag }: SavedView) => ({ schedule, etag });

function EditMail({ view, onDone, onClose }: EditMailProps) {
  const client = useQueryClient();
  const { begun, known, isOvertaken, onTouch, onError, onDiscard } = useEdited(mailOf(view), async () => {
    const views = await client.fetchQuery({ ...viewsQuery(), staleTime: 0 });
    const found = views.find(({ id }) => id === view.id);
    if (!found) throw new Error(`${view.name} is not listed.`);
    return mailOf(found);
  });
  const save = useMutation({
    mutationFn: (schedule: NewSavedViewSchedule) =>
      partner.views.schedule(view.id, schedule, { ifMatch: known.etag }),
    onSuccess: async () => {
      await onDone();
      onClose();
    },
    onError,
  });
  const error = otherError(save.error, isOvertaken);
  return (
    <MailForm
      key={begun.etag}
      before={begun.schedule}
      isPending={save.isPending}
      onTouch={onTouch}
      onSubmit={(schedule) => save.mutate(schedule)}
      onClose={onClose}
    >
      {isOvertaken && <Overtaken onDiscard={onDiscard} />}
      {error !== null && <Problem error={error} />}
    </MailForm>
  );
}

const WEEKDAYS = Object.entries(t.weekdays).map(([value, label]) => ({ value, label }));
const RHYTHMS = Object.entries(t.rhythms).map(([value, label]) => ({ value, label }));
const LAST_DAY_OF_EVERY_MONTH = 28;
const DAYS = Array.from({ length: LAST_DAY_OF_EVERY_MONTH }, (_, index) => ({
  value: String(index + 1),
  label: t.dayOf(index + 1),
}));

interface MailFormProps {
  readonly before: Schedule | null;
  readonly isPending: boolean;
  readonly onTouch: () => void;
  readonly onSubmit: (schedule: NewSavedViewSchedule) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function MailForm({ before, isPending, onTouch, onSubmit, onClose, children }: MailFormProps) {
  const [every, setEvery] = useState<string>(before?.every ?? 'week');
  const [weekday, setWeekday] = useState<string>(before?.weekday ?? 'monday');
  const [day, setDay] = useState(String(before?.day ?? 1));
  const [time, setTime] = useState(before?.time ?? '07:00');
  const zone = personZone();
  return (
    <form
      onChange={onTouch}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({
          every,
          ...(every === 'week' && { weekday }),
          ...(every === 'month' && { day: Number(day) }),
          time,
          time_zone: zone,
        } as NewSavedViewSchedule);
      }}
    >
      <Stack gap="xs">
        {before === null && <Lacking />}
        <Group align="flex-end" gap="xs">
          <NativeSelect
            label={t.every}
            size="xs"
            data={RHYTHMS}
            value={every}
            onChange={({ currentTarget: { value } }) => setEvery(value)}
          />
          {every === 'week' && (
            <NativeSelect
              label={t.weekday}
              size="xs"
              data={WEEKDAYS}
              value={weekday}
              onChange={({ currentTarget: { value } }) => setWeekday(value)}
            />
          )}
          {every === 'month' && (
            <NativeSelect
              label={t.day}
              size="xs"
              data={DAYS}
              value={day}
              onChange={({ currentTarget: { value } }) => setDay(value)}
            />
          )}
          <TextInput
            label={t.time}
            size="xs"
            type="time"
            required
            withAsterisk={false}
            value={time}
            onChange={({ currentTarget: { value } }) => setTime(value)}
          />
        </Group>
        <Text size="xs" c="dimmed">
          {t.about(zone)}
        </Text>
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={isPending}>
            {t.save}
          </Button>
          <Button variant="default" size="compact-sm" onClick={onClose}>
            {t.cancel}
          </Button>
        </Group>
        {children}
      </Stack>
    </form>
  );
}

/** What a first mail lacks. */
function Lacking() {
  const { data } = useQuery(settingsQuery(useService()));
  if (data === undefined) return null;
  if (!data.isMailConfigured) return <InTheWay obstacle="no_mail" />;
  if (data.email === null) return <InTheWay obstacle="no_address" />;
  if (data.email.disabledAt !== null) return <InTheWay obstacle="address_disabled" />;
  return data.email.confirmedAt === null ? <InTheWay obstacle="address_unconfirmed" /> : null;
}

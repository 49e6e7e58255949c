import { newId, type Actor } from '../../../kernel/index.ts';
import { openMailServer } from '../../../platform/notices/testing/mail-server.ts';
import { mailTo } from '../../../platform/notices/testing/thing.ts';
import type { NoticeOptions } from '../../../platform/notices/index.ts';
import { reportEndpoints } from '../../reports/index.ts';
import { plantPerson } from '../../testing/people.ts';
import { openOffice } from '../../wallets/testing/office.ts';
import { viewNotice } from '../notices.ts';
import { createView, listViews } from '../save.ts';
import { scheduleView } from '../schedule.ts';
import type { NewSchedule, NewView, SavedView } from '../schema.ts';
import { REPORT_EMAIL, sendViews, notifyDue } from '../send-due.ts';
import { withSchedules } from '../to-view.ts';

export const DAILY: NewSchedule = { every: 'day', time: '07:00', time_zone: 'UTC' };

const TENANT = 'default';
const SESSION = { id: newId(), credentialId: newId() };

/** A person of a partner who has signed in. */
export const pia = (id = 'pia', partnerUid = 'P1'): Actor => ({
  kind: 'person',
  id,
  tenant: TENANT,
  scopes: new Set(['reports:view']),
  partnerUid,
  session: SESSION,
});

type Detail = NoticeOptions['detail'];

/** The program with a mail server, whose views are sent as the clock of the test says. */
export async function openPostroom() {
  const office = await openOffice((facts) => reportEndpoints(facts, 0));
  const { database, facts, time, as } = office;
  const { sql } = database;
  const server = await openMailServer();

  const optionsFor = (detail: Detail, port = server.port): NoticeOptions => ({
    kinds: [viewNotice(facts)],
    channels: [{ ...mailTo(port), name: REPORT_EMAIL, isSlow: true }],
    detail,
    isPolled: true,
    urlOf: () => 'https://partner.example.com',
  });
  const system = as({ kind: 'system', id: 'saved-view', tenant: 'system', scopes: new Set() });

  const person = (name = 'pia', partnerUid = 'P1') => plantPerson(database, name, partnerUid);

  async function save(view: Partial<NewView> = {}, schedule = DAILY, who = pia()): Promise<string> {
    const all = { report: 'clients', name: `View ${newId()}`, query: {}, ...view };
    const { id } = await createView(as(who), all);
    await scheduleView(as(who), id, schedule);
    return id;
  }

  /** What the person sees of a view. */
  async function shown(id: string, who = pia()): Promise<SavedView | undefined> {
    const context = as(who);
    const views = await withSchedules(
      context,
      { facts, isMailConfigured: true },
      await listViews(context, undefined),
    );
    return views.find((view) => view.id === id);
  }

  return {
    office,
    server,
    optionsFor,
    person,
    save,
    shown,
    /** The clock shows a time. */
    at: (moment: string) => {
      time.now = new Date(moment);
    },
    notify: (options = optionsFor('full')) => notifyDue(system, facts, options),
    send: (options = optionsFor('full')) => sendViews(system, options),
    states: () =>
      sql<{ state: string; outcome: string }[]>`
        select state, outcome from notice_delivery order by created_at, id`,
    reset: async (): Promise<void> => {
      await sql`truncate credential, notice, saved_view cascade`;
      server.accepted.length = 0;
      time.now = new Date('2024-06-01T06:00:00Z');
    },
  };
}

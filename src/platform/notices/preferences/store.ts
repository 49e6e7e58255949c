import { statement } from '../../postgres/index.ts';

interface AddressRow {
  person: string;
  channel: string;
  address: string;
  request_id: string;
  token_hash: Buffer | null;
  requested_at: Date;
  confirmed_at: Date | null;
  disabled_at: Date | null;
  disabled_because: string | null;
}

interface PreferenceRow {
  person: string;
  muted: string[];
  quiet_from: string | null;
  quiet_until: string | null;
  time_zone: string | null;
}

interface Place {
  readonly tenant: string;
  readonly service: string;
}

declare module '../../postgres/connect.ts' {
  interface Tables {
    notice_address: AddressRow;
    notice_preference: PreferenceRow;
    notice_compulsory: { tenant: string; service: string; kind: string };
  }
}

const PLACE: Place = { tenant: 'acme', service: 'trading' };

export const selectCompulsory = statement([PLACE], (db, { tenant, service }: Place) =>
  db
    .selectFrom('notice_compulsory')
    .select('kind')
    .where('tenant', '=', tenant)
    .where('service', '=', service),
);

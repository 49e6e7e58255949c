-- Where the money of an account goes. Details never change: a change is another row.
create table disbursement_destination (
  id uuid primary key,
  tenant text not null,
  partner_uid text not null,
  account_id text not null,
  status text not null check (status in ('WAITING', 'CONFIRMED', 'REFUSED', 'REPLACED', 'DISABLED')),
  details jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  -- Who confirmed or refused it.
  decided_by text,
  decided_at timestamptz,
  -- The end of its cooling-off period.
  usable_from timestamptz,
  -- Why it was refused or disabled.
  reason text,
  check ((decided_by is null) = (decided_at is null)),
  check (decided_by is null or decided_by <> saved_by),
  check (status not in ('CONFIRMED', 'DISABLED') or usable_from is not null)
);

create unique index disbursement_destination_confirmed on disbursement_destination (tenant, account_id)
  where status = 'CONFIRMED';
create unique index disbursement_destination_waiting on disbursement_destination (tenant, account_id)
  where status = 'WAITING';
create index disbursement_destination_newest on disbursement_destination (tenant, saved_at desc, id);

create function disbursement_destination_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'a destination of disbursements keeps its details: this % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;

create trigger disbursement_destination_details before update on disbursement_destination for each row
  when ((old.id, old.tenant, old.partner_uid, old.account_id, old.details, old.saved_by, old.saved_at)
    is distinct from (new.id, new.tenant, new.partner_uid, new.account_id, new.details, new.saved_by, new.saved_at))
  execute function disbursement_destination_refuse();
create trigger disbursement_destination_delete before delete on disbursement_destination
  for each row execute function disbursement_destination_refuse();

-- Why a partner gets no money for now.
create table disbursement_block (
  tenant text not null,
  partner_uid text not null,
  reason text not null,
  set_by text not null,
  set_at timestamptz not null,
  primary key (tenant, partner_uid)
);

create sequence disbursement_number;

-- Money that leaves an account. Its reference in the ledger is `disbursement:<number>`.
create table disbursement (
  number bigint primary key,
  tenant text not null,
  partner_uid text not null,
  account_id text not null references wallet_account,
  currency text not null,
  amount numeric not null check (amount > 0),
  status text not null check (status in
    ('REQUESTED', 'APPROVED', 'SEALED', 'SENT', 'ACCEPTED', 'PAID', 'RETURNED', 'FAILED', 'CANCELLED')),
  requested_by text not null,
  requested_at timestamptz not null,
  -- The destination that the approver saw.
  destination_id uuid references disbursement_destination,
  approved_by text,
  approved_at timestamptz,
  -- Why it failed, was cancelled, came back or has to be approved again.
  reason text,
  returned_amount numeric check (returned_amount > 0 and returned_amount <= amount),
  updated_at timestamptz not null,
  check ((approved_by is null) = (approved_at is null)),
  check ((approved_by is null) = (destination_id is null)),
  check (status in ('REQUESTED', 'CANCELLED') or approved_by is not null),
  check (approved_by <> requested_by),
  check ((status = 'RETURNED') = (returned_amount is not null))
);

create index disbursement_newest on disbursement (tenant, number desc);
create index disbursement_partner on disbursement (tenant, partner_uid, number desc);
create index disbursement_open on disbursement (account_id, number)
  where status in ('REQUESTED', 'APPROVED', 'SEALED', 'SENT', 'ACCEPTED');

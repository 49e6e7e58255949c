-- A change of what partners are paid, which a second person has to confirm. Its facts then go into the log.
create table proposal (
  id uuid primary key,
  tenant text not null,
  status text not null check (status in ('PROPOSED', 'CONFIRMED', 'WITHDRAWN', 'REFUSED')),
  kind text not null,
  -- Whether its facts are sent or withdrawn.
  action text not null check (action in ('send', 'withdraw')),
  facts jsonb not null,
  reason text,
  proposed_by text not null,
  proposed_at timestamptz not null,
  -- Who confirmed, withdrew or refused it.
  ended_by text,
  ended_at timestamptz,
  -- The batch with its facts. A confirmed proposal without one changed nothing.
  batch bigint references batch (number),
  check ((status = 'PROPOSED') = (ended_at is null)),
  check ((ended_by is null) = (ended_at is null)),
  check (status not in ('CONFIRMED', 'REFUSED') or ended_by <> proposed_by),
  check (batch is null or status = 'CONFIRMED')
);

create index proposal_newest on proposal (tenant, proposed_at desc, id);

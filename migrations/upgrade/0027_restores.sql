-- Each time the database turned out to lack entries that were anchored outside it, as after a restore from a backup.
-- Until it is released, no withdrawal is sent.
create table restore (
  id uuid primary key,
  detected_at timestamptz not null,
  -- The last sealed audit entry that the database had, as seq:hash.
  head text not null,
  -- When the last entry from before the loss was made; null where it is not known.
  lost_since timestamptz,
  -- The anchors, as seq:hash, whose entries are missing.
  anchors text[] not null,
  released_at timestamptz,
  released_by text,
  release_reason text,
  check ((released_at is null) = (released_by is null) and (released_at is null) = (release_reason is null))
);

create unique index restore_open on restore ((released_at is null)) where released_at is null;

-- Comparisons of a venue's own records with ours. Together they show what a release was based on.
create table reconciliation (
  id uuid primary key,
  kind text not null check (kind in ('withdrawals', 'orders')),
  tenant text not null,
  venue text not null,
  since timestamptz not null,
  run_at timestamptz not null,
  run_by text not null,
  -- Why the venue could not list its records; null where it did.
  refusal text,
  matched integer not null,
  only_venue integer not null,
  only_here integer not null,
  different integer not null,
  -- The differences themselves, as far as they are kept.
  differences jsonb not null
);

create index reconciliation_run on reconciliation (kind, tenant, venue, run_at);

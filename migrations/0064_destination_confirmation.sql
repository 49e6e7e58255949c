-- A destination is known once another person than the one who saved it has confirmed it.
alter table destination
  add column confirmed_by text check (confirmed_by <> created_by),
  add column confirmed_at timestamptz check ((confirmed_at is null) = (confirmed_by is null));

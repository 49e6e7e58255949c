-- Since when a venue is not live, as workers see it each minute. It ends when the venue has been live for a while.
create table venue_outage (
  tenant text not null,
  venue text not null,
  since timestamptz not null,
  -- When people were to get a message: once it has lasted for a while.
  noticed_at timestamptz,
  -- Since when it is live again, for as long as that may be a flutter.
  live_since timestamptz,
  primary key (tenant, venue)
);

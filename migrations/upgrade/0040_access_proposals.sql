-- Where two people must agree, an account counts as the admin who created, reset or rotated it.
create table counts_as (
  account text not null,
  person text not null,
  since timestamptz not null,
  -- Null until the person of an invitation has used it.
  until timestamptz,
  primary key (account, since, person)
);

-- The person of a client, or of a subject of an external issuer; null for anything else.
create index openid_identity_actor on openid_identity ((issuer || '#' || subject));

create function person_behind(actor text) returns text language sql stable as $$
  select owner from credential where name = actor and owner is not null
  union all
  select credential.name
  from openid_identity join credential on credential.id = openid_identity.credential_id
  where openid_identity.issuer || '#' || openid_identity.subject = actor
  limit 1
$$;

-- Everybody who answers for what an actor did at a time: the actor, the person behind it, those whom it counted as then,
-- and in turn those who answer for them. Two acts are of one person if anybody answers for both.
create function accountable_for(actor text, at timestamptz) returns text[] language sql stable cost 1000 as $$
  with recursive answering (name, at) as (
    select $1, $2
    union
    select next.name, next.at
    from answering cross join lateral (
      select person_behind(answering.name) as name, answering.at
      union all
      select counts_as.person, moment
      from counts_as cross join lateral (values (counts_as.since), (answering.at)) as moments (moment)
      where counts_as.account = answering.name
        and counts_as.since <= answering.at
        and (counts_as.until is null or counts_as.until > answering.at)
    ) as next
    where next.name is not null
  )
  select array_agg(distinct name) from answering
$$;

-- A change of who may do what, which a second admin has to confirm, or which was announced because somebody made it at
-- the command line of the server.
create table access_proposal (
  id uuid primary key,
  tenant text not null,
  -- Those whose admins see it.
  services text[] not null,
  status text not null check (status in ('PROPOSED', 'CONFIRMED', 'WITHDRAWN', 'REFUSED', 'ANNOUNCED')),
  -- The command that makes the change, and its input. Of a secret or a link, that holds the hash.
  action text not null,
  account text not null,
  input jsonb not null,
  -- What admins are shown, and which grants somebody gets who did not have them.
  details jsonb not null,
  powers text[] not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  ended_by text,
  ended_at timestamptz,
  check ((status = 'PROPOSED') = (ended_at is null)),
  check ((ended_by is null) = (ended_at is null)),
  check (status not in ('CONFIRMED', 'REFUSED') or ended_by <> proposed_by)
);

create unique index access_proposal_waiting on access_proposal (account) where status = 'PROPOSED';
create index access_proposal_newest on access_proposal (tenant, proposed_at desc, id);

-- The answers of an OpenID provider that were used.
create table openid_answer (
  state_hash bytea primary key,
  expires_at timestamptz not null
);

create index openid_answer_expires_at on openid_answer (expires_at);

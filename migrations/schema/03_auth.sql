-- Clients and people.
create table credential (
  id uuid primary key,
  kind text not null check (kind in ('client', 'person')),
  name text not null unique,
  tenant text not null,
  partner_uid text,
  scopes text[] not null,
  -- Every token carries it. A new secret or new scopes change it and so revoke the tokens of the old one.
  secret_id uuid not null,
  -- Null for a person who was invited and has not chosen a password.
  secret_hash text,
  created_at timestamptz not null,
  rotated_at timestamptz,
  revoked_at timestamptz,
  roles text[] not null default '{}',
  -- The person who answers for a client: where two people must agree, both count as one.
  owner text references credential (name)
);

-- Sign-in attempts by the name tried, whether or not such a credential exists, and by the address or network they
-- came from. Only a hash of the name is stored, because people type passwords into the wrong field.
create table sign_in_attempts (
  service text not null,
  name_hash bytea not null,
  source text not null,
  failures integer not null check (failures >= 0),
  last_failed_at timestamptz,
  last_succeeded_at timestamptz,
  primary key (service, name_hash, source)
);

create table signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null,
  -- Null while the key signs; then the time at which the last token signed with it expires.
  expires_at timestamptz
);

-- Several processes may start at once; only one key signs.
create unique index signing_key_one_signs on signing_key ((true)) where expires_at is null;

-- The id is that of a token, or of a secret, which revokes every token issued for it.
create table revocation (
  id uuid primary key,
  expires_at timestamptz not null
);

create index revocation_expires_at on revocation (expires_at);

-- A trigger, so that no revocation can commit without notifying every process.
create function notify_revocation() returns trigger language plpgsql as $$
begin
  perform pg_notify('revocation', new.id || ' ' || (extract(epoch from new.expires_at) * 1000)::bigint);
  return null;
end
$$;

create trigger revocation_notify after insert on revocation
  for each row execute function notify_revocation();

-- One at a time for each person. Only a hash of the link's token is stored.
create table invitation (
  credential_id uuid primary key references credential (id),
  token_hash bytea not null unique,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Of a link that was sent by mail. The admin who invites sees another one, and either works once.
  mailed_hash bytea unique
);

create table passkey (
  id text primary key,
  credential_id uuid not null references credential (id),
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkey_credential on passkey (credential_id);

create table totp (
  credential_id uuid primary key references credential (id),
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  -- The time step of the last accepted code: no code is accepted twice.
  last_step bigint not null,
  failures integer not null,
  failed_at timestamptz
);

create table recovery_code (
  credential_id uuid not null references credential (id),
  code_hash bytea not null,
  primary key (credential_id, code_hash)
);

-- The cookie holds a random token, of which only a hash is stored. A new secret of the credential ends its sessions.
create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  credential_id uuid not null references credential (id),
  secret_id uuid not null,
  service text not null,
  method text not null,
  ip text not null,
  user_agent text not null,
  signed_in_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);

create index session_credential on session (credential_id);
create index session_expires_at on session (expires_at);

-- A WebAuthn challenge for a registration or a sign-in, used once.
create table passkey_challenge (
  id uuid primary key,
  challenge bytea not null,
  purpose text not null check (purpose in ('register', 'sign-in')),
  -- Null for a sign-in, whose person is not known yet.
  credential_id uuid references credential (id),
  expires_at timestamptz not null
);

create index passkey_challenge_expires_at on passkey_challenge (expires_at);

-- What a signed-in person is asked to confirm with a second factor, then has confirmed. Using it deletes the row.
create table proof (
  id uuid primary key,
  credential_id uuid not null references credential (id),
  -- Exactly what is confirmed, as canonical JSON.
  subject text not null,
  nonce bytea not null,
  evidence jsonb,
  expires_at timestamptz not null
);

create index proof_expires_at on proof (expires_at);

-- The identities of people at an OpenID provider. A person has one at each.
create table openid_identity (
  issuer text not null,
  subject text not null,
  credential_id uuid not null references credential (id),
  created_at timestamptz not null,
  primary key (issuer, subject),
  unique (issuer, credential_id)
);

create index openid_identity_actor on openid_identity ((issuer || '#' || subject));

-- The answers of an OpenID provider that were used.
create table openid_answer (
  state_hash bytea primary key,
  expires_at timestamptz not null
);

create index openid_answer_expires_at on openid_answer (expires_at);

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

-- How the console speaks to a person. Without a row, as the browser asks for it, and in UTC.
create table display_preference (
  credential_id uuid primary key references credential (id),
  -- Null: as the browser asks for it.
  language text,
  -- A name of the IANA database. Null: UTC.
  time_zone text
);

-- A person who was invited and has not chosen a password has none. The owner of a client is the person who answers for
-- it: where two people must agree, both count as one.
alter table credential
  add column roles text[] not null default '{}',
  add column owner text references credential (name),
  alter column secret_hash drop not null;

-- One at a time for each person. Only a hash of the link's token is stored.
create table invitation (
  credential_id uuid primary key references credential (id),
  token_hash bytea not null unique,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
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

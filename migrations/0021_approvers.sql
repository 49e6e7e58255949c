-- Who may approve: null anybody with the scope, empty any person, else these people.
alter table withdrawal add column approvers text[];

-- Names of groups to the logins of their members.
alter table policy add column groups jsonb not null default '{}';

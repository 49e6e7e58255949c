-- deleteChat
delete
from "notice_chat"
where "person" = $1;

-- deleteRoom
delete
from "notice_chat"
where "id" = $1
returning "id";

-- insertChat
insert into "notice_chat" ("id", "tenant", "service", "person", "room", "kinds", "detail", "language", "format", "url", "host", "recipient", "last_sent_at", "failing_since", "last_error", "disabled_at", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
returning *;

-- lockRoom
select *
from "notice_chat"
where "tenant" = $1 and "service" = $2 and "id" = $3
for update;

-- lockRooms
select pg_advisory_xact_lock(hashtextextended($1, 7216340045)) as "locked";

-- noteFailure
update "notice_chat"
set "failing_since" = coalesce(failing_since, $1), "last_error" = $2, "disabled_at" = $3
where "id" = $4;

-- noteSent
update "notice_chat"
set "last_sent_at" = $1, "failing_since" = $2, "last_error" = $3
where "id" = $4;

-- replaceChat
insert into "notice_chat" ("id", "tenant", "service", "person", "room", "kinds", "detail", "language", "format", "url", "host", "recipient", "last_sent_at", "failing_since", "last_error", "disabled_at", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
on conflict ("person") do update
set "id" = $18, "tenant" = $19, "service" = $20, "person" = $21, "room" = $22, "kinds" = $23, "detail" = $24, "language" = $25, "format" = $26, "url" = $27, "host" = $28, "recipient" = $29, "last_sent_at" = $30, "failing_since" = $31, "last_error" = $32, "disabled_at" = $33, "created_at" = $34
returning *;

-- selectChat
select *
from "notice_chat"
where "person" = $1;

-- selectRooms
select *
from "notice_chat"
where "tenant" = $1 and "service" = $2
order by "room";

-- selectRoomsFor
select *
from "notice_chat"
where "tenant" = $1 and "service" = $2 and $3 = any(kinds) and "disabled_at" is null;

-- selectTarget
select "id", "format", "url", "recipient"
from "notice_chat"
where "id" = $1 and "disabled_at" is null;

-- insertVote
insert into "withdrawal_vote" ("withdrawal_id", "voter", "decision", "comment", "created_at")
values ($1, $2, $3, $4, $5);

-- selectVotes
select "withdrawal_id", "voter", "decision", "comment", "created_at"
from "withdrawal_vote"
where "withdrawal_id" = $1;

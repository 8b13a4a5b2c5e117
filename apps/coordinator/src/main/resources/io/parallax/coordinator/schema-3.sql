-- What a round took, and a study's method, for people to look at.
alter table round add column millis bigint not null default 0;
alter table round add column up bigint not null default 0;
alter table round add column down bigint not null default 0;
alter table study add column method text not null default '';

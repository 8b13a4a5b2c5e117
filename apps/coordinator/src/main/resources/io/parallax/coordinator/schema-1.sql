-- Names are words, times are ISO 8601 in UTC, bytes are hex: the same statements do for SQLite and PostgreSQL.
create table study (
  id text primary key,
  number bigint not null,
  name text not null,
  manifest text not null,
  state text not null,
  owner text not null,
  created text not null,
  note text not null,
  result text not null
);
create table member (
  study text not null references study (id),
  party text not null,
  fingerprint text not null,
  decision text not null,
  signature text not null,
  reason text not null,
  decided text not null,
  primary key (study, party)
);
create table round (
  study text not null references study (id),
  part text not null,
  number integer not null,
  objective double precision,
  at text not null,
  primary key (study, part, number)
);
create table party (
  name text primary key,
  fingerprint text not null,
  seen text not null
);
create table token (
  id text primary key,
  name text not null,
  role text not null,
  hash text not null,
  expires text not null,
  revoked integer not null
);
create table audit (
  number bigint primary key,
  at text not null,
  who text not null,
  what text not null,
  outcome text not null,
  chain text not null
);

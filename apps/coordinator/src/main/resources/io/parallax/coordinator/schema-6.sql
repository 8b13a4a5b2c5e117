-- Invitations to the consortium, with the request that came with each and its answer.
create table invitation (
  open_key text primary key,
  name text not null,
  role text not null,
  expires text not null,
  state text not null,
  request text not null default '',
  answer text not null default '',
  made text not null
);
-- Requests of nodes to renew their certificates, and the authority's answers.
create table renewal (name text primary key, request text not null, certificate text not null default '', made text not null);

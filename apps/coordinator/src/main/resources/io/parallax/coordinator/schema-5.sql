-- What the owner of each party shows researchers of its rows.
create table shown (party text primary key, catalogue text not null, at text not null);

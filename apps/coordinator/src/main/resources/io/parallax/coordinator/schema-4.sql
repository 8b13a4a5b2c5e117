-- What a party's signature is under: until when it approves, and the hash of the record that it keeps.
alter table member add column until text not null default '';
alter table member add column record text not null default '';

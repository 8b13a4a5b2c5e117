create index member_by_party on member (party);
create index study_by_state on study (state, number);

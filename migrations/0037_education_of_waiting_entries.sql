-- Waiting list: the education through which a person joined, whose fee the offer has. Earlier entries keep the rule of the first education.
ALTER TABLE waiting_entries ADD COLUMN education_id integer REFERENCES educations(id);

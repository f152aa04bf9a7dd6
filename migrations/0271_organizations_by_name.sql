-- Organisations are found by their names as one types, in Swedish order for any å, ä and ö: `{` follows z.
ALTER TABLE organizations ADD COLUMN name_key text GENERATED ALWAYS AS (
  replace(replace(replace(replace(replace(replace(lower(name), 'å', '{a'), 'Å', '{a'), 'ä', '{b'), 'Ä', '{b'), 'ö', '{c'), 'Ö', '{c')
) VIRTUAL;

-- An imported result was stored as signed up at the moment of the import, and was counted among the sign-ups of that year and as under way.
-- Whoever completed an education had signed up for it by then.
UPDATE education_results SET signed_up_at = completed_at
WHERE source = 1 AND completed = 1 AND signed_up_at > completed_at;

-- No date: a second factor is required of nobody until the portal's configuration names a day.
UPDATE portal_configurations
SET configuration = json_set(configuration, '$.secondFactorFrom', NULL)
WHERE json_type(configuration, '$.secondFactorFrom') IS NULL;

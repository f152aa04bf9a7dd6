import { booleanColumn, linkedIds, tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

const kinds = { education: 0, license: 1, otherRequirement: 2 } as const

/**
 * SQL: the ids that a licence refers to. `number` is SQL for the group of requirements, or the index of the category of
 * credits.
 */
const references = (purpose: string, number: string, kind: keyof typeof kinds) =>
  linkedIds(
    'license_requirements',
    'reference_id',
    `license_id = stored.id and purpose = '${purpose}' and group_number = ${number} and kind = ${kinds[kind]}`,
  )

const groups = `(select json_group_array(json_object('need', wanted.value,
    'educationIds', json(${references('first', 'wanted.key + 1', 'education')}),
    'licenseIds', json(${references('first', 'wanted.key + 1', 'license')}),
    'otherRequirementIds', json(${references('first', 'wanted.key + 1', 'otherRequirement')})))
  from json_each(stored.requirement_groups) wanted)`

const categories = `(select json_group_array(json_set(category.value,
    '$.educationIds', json(${references('credit', 'category.key', 'education')})))
  from json_each(stored.rule, '$.categories') category)`

/** The audited fields of a licence with its requirements, as its form names them. */
export const licenseSnapshot = tableSnapshot('licenses', {
  name: valueColumn('name'),
  code: valueColumn('code'),
  description: valueColumn('description'),
  educationCategoryId: valueColumn('education_category_id'),
  active: booleanColumn('active'),
  autoIssue: booleanColumn('auto_issue'),
  minAge: valueColumn('min_age'),
  validityMonths: `json_quote(stored.rule ->> 'validityMonths')`,
  validToRule: `json_quote(stored.rule ->> 'validToRule')`,
  requiredEducationIds: references('first', '0', 'education'),
  requiredLicenseIds: references('first', '0', 'license'),
  otherRequirementIds: references('first', '0', 'otherRequirement'),
  groups,
  renewal: `json_set(json_remove(stored.rule, '$.validityMonths', '$.validToRule'),
    '$.categories', json(${categories}), '$.educationIds', json(${references('repeat', '0', 'education')}))`,
  order: valueColumn('position'),
})

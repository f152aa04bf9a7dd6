import { booleanColumn, tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** Returns a mailing rule by id as its form has it, for the audit log. */
export const mailingRuleSnapshot = tableSnapshot('mailing_rules', {
  name: valueColumn('name'),
  trigger: valueColumn('trigger_kind'),
  days: valueColumn('days'),
  audience: valueColumn('audience'),
  educationId: valueColumn('education_id'),
  subject: valueColumn('subject'),
  text: valueColumn('body'),
  active: booleanColumn('active'),
})

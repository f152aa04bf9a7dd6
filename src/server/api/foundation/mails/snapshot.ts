import { sql } from 'drizzle-orm'
import { type Snapshot, toJsonObject } from '#api/foundation/audit/edits/snapshot.ts'

/**
 * Returns where the custom wording of a mail is stored, and the SQL of its subject and text, for the audit log.
 * Placeholders are stored as marks, and the SQL turns them back to their written form.
 */
export const wordingSnapshot = (name: string, variant: string, language: string): Snapshot => ({
  table: 'mail_templates',
  where: sql`stored.name = ${name} and stored.variant = ${variant} and stored.language = ${language}`,
  object: toJsonObject({ subject: unmarked('subject'), text: unmarked('body') }),
})

/** Marks are private characters around a name; see mails/rules.ts. */
function unmarked(column: string): string {
  return `json_quote(replace(replace(stored.${column}, char(57344), '{{'), char(57345), '}}'))`
}

import { sql } from 'drizzle-orm'
import { auditEntries } from '#api/foundation/audit/table.ts'
import enActions from '#locales/en/audit.json' with { type: 'json' }
import enFields from '#locales/en/audit-fields.json' with { type: 'json' }
import svActions from '#locales/sv/audit.json' with { type: 'json' }
import svFields from '#locales/sv/audit-fields.json' with { type: 'json' }
import { database } from './portal.ts'

const inBoth = (sv: object, en: object) => (key: string) => key in sv && key in en
const isWord = inBoth(svActions, enActions)
const isField = inBoth(svFields, enFields)

/** Lists the property names in a value, at any depth. */
const fieldsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(fieldsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) => [field, ...fieldsIn(inner)])
}

/**
 * Lists recorded actions, target types and fields without a Swedish or English text. Rows of tests begin with `test.`
 * and are left out.
 */
export async function listUntranslatedEntries(): Promise<string[]> {
  const rows = await database().query.select().from(auditEntries).where(sql`action not like 'test.%'`)
  const words = rows.flatMap(({ action, targetType }) => [`action.${action}`, `thing.${targetType}`])
  const fields = new Set(rows.flatMap(({ data }) => fieldsIn(data)))
  return [...new Set(words.filter((word) => !isWord(word))), ...[...fields].filter((field) => !isField(field))]
}

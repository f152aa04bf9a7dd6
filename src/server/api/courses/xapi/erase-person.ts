import { type SQL, sql } from 'drizzle-orm'
import { removeScans } from '#api/foundation/scans/storage.ts'
import type { Database, Statement } from '#platform/database.ts'
import { xapiAttachments, xapiDocuments, xapiReferences, xapiStatements } from './table.ts'

/** A person in the record store: the id of the user and the keys of the agents. */
export interface RecordedPerson {
  id: number
  agents: readonly string[]
  name: string
  /** Mailboxes as xAPI writes them, `mailto:…`. */
  mailboxes: readonly string[]
}

/** Replaces the mailbox of an erased person in statements that others made. */
const nobody = 'mailto:erased@example.invalid'

const among = (agents: readonly string[]) => sql`(select value from json_each(${JSON.stringify(agents)}))`

/** Selects the statements with the person as actor or object, and those that the person's launches made. */
const sequencesOf = ({
  id,
  agents,
}: RecordedPerson): SQL => sql`(select own_reference.sequence from xapi_references own_reference
  where own_reference.kind = 'agent' and own_reference.key in ${among(agents)} and own_reference.is_related = 0
  union select own_statement.sequence from xapi_statements own_statement where own_statement.user_id = ${id})`

const statementsOf = (person: RecordedPerson): SQL =>
  sql`(select own.id from xapi_statements own where own.sequence in ${sequencesOf(person)})`

const isOwnAttachment = (person: RecordedPerson): SQL =>
  sql`(user_id = ${person.id} or statement_id in ${statementsOf(person)})`

/** Lists the keys of a person's attachments and large documents in the file store, in no order. */
export async function listPersonFiles(db: Database, person: RecordedPerson): Promise<string[]> {
  const [attached, documents] = await Promise.all([
    db.query.select({ fileKey: xapiAttachments.fileKey }).from(xapiAttachments).where(isOwnAttachment(person)),
    db.query
      .select({ fileKey: xapiDocuments.fileKey })
      .from(xapiDocuments)
      .where(sql`agent in ${among(person.agents)} and file_key is not null`),
  ])
  return [...attached, ...documents].flatMap(({ fileKey }) => fileKey ?? [])
}

/**
 * Returns the statements that remove a person's statements, attachments with their virus scans, and documents.
 * Statements of others that mention the person remain, with `newName` for the name and nobody's for the e-mail address.
 * Files are the caller's to delete.
 *
 * The order matters: each deletion finds its rows through rows that a later one removes.
 */
export const erasePersonRecords = (db: Database, person: RecordedPerson, newName: string): Statement[] => {
  const { query } = db
  const related = sql`(select related.sequence from xapi_references related
    where related.kind = 'agent' and related.key in ${among(person.agents)})`
  const isOwnKey = sql`kind = 'agent' and key in ${among(person.agents)}`
  const named = (name: string) => `"name":${JSON.stringify(name)}`
  const withoutPerson = person.mailboxes.reduce(
    (text, mailbox) => sql`replace(${text}, ${mailbox}, ${nobody})`,
    sql`replace(statement, ${named(person.name)}, ${named(newName)})`,
  )
  return [
    removeScans(db, sql`(select file_key from xapi_attachments where ${isOwnAttachment(person)})`),
    query.delete(xapiAttachments).where(isOwnAttachment(person)),
    query
      .update(xapiStatements)
      .set({ statement: withoutPerson })
      .where(sql`sequence in ${related} and user_id is not ${person.id}`),
    query
      .delete(xapiReferences)
      .where(sql`sequence in ${sequencesOf(person)} and not (${isOwnKey} and is_related = 0)`),
    query.delete(xapiStatements).where(sql`sequence in ${sequencesOf(person)}`),
    query.delete(xapiReferences).where(isOwnKey),
    query.delete(xapiDocuments).where(sql`agent in ${among(person.agents)}`),
  ]
}

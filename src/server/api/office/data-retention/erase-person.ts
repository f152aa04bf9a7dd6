import { type SQL, sql } from 'drizzle-orm'
import { tagsNamingPeople } from '#api/calls.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { eraseRecorded, listRecordedFiles } from '#api/courses/xapi/erase-person.ts'
import { anonymiseAuditRows } from '#api/foundation/audit/retention/anonymise-rows.ts'
import { releaseFilesSoon } from '#api/foundation/files/release-files.ts'
import { cancelUpcoming } from '#api/participation/results/cancel-upcoming.ts'
import { submissionKey } from '#api/participation/submissions/address.ts'
import { filesOfSubmissions, submissionsView } from '#api/participation/submissions/views.ts'
import { removeSessionsOf } from '#api/people/authentication/storage.ts'
import { closeAccount } from '#api/people/users/inactive-storage.ts'
import type { Database, Statement } from '#platform/database.ts'
import { dataMap } from './data-map.ts'
import { deleteRows, updateRows } from './mapped-table.ts'
import { namesPerson, replaceMentions, textsNaming } from './mentions.ts'
import { erasedName, namesIn, type TableRule } from './rules.ts'
import { boundTo, type Subject } from './subject.ts'

/** The values that an erasure gives a table's columns; null where rows are deleted, or nothing is done. */
function replacementsIn(rule: TableRule, subject: Subject, now: Date): Record<string, SQL> | null {
  const emptied = namesIn(rule.columns.null).map((name) => [name, sql`null`] as const)
  const replaced = Object.entries(rule.replacements ?? {}).map(
    ([name, text]) => [name, boundTo(subject, text, now)] as const,
  )
  const all = [...emptied, ...replaced]
  return all.length > 0 ? Object.fromEntries(all) : null
}

/** Changes rows about others in which the person acted. */
function actorStatements(db: Database, table: string, subject: Subject, now: Date): Statement[] {
  const change = dataMap.get(table)?.asActor
  if (!change) return []
  const set = Object.entries(change.set).map(([name, text]) => [name, boundTo(subject, text, now)] as const)
  return [updateRows(db, table, Object.fromEntries(set), boundTo(subject, change.where, now))]
}

function statementFor(db: Database, table: string, subject: Subject, now: Date): Statement[] {
  const rule = dataMap.get(table)
  const condition = rule?.erases ?? rule?.about
  if (!rule || !condition) return []
  const where = boundTo(subject, condition, now)
  if (rule.columns.delete) return [deleteRows(db, table, where)]
  const set = replacementsIn(rule, subject, now)
  return set ? [updateRows(db, table, set, where)] : []
}

/** As the audit log knows the person. */
const inTheLog = (subject: Subject) => ({
  userId: subject.id,
  names: (column: SQL) => namesPerson(column, subject),
  texts: textsNaming(subject),
  values: [subject.userName, subject.externalPersonId].flatMap((text) => text ?? []),
  email: subject.isEmailShared ? null : subject.email,
  namesakes: subject.namesakes,
})

/**
 * The statements of an erasure, for one transaction. What finds its rows by others comes before them; the person's own row comes
 * first, because triggers let go of fixed texts only when the person is erased.
 */
const erasingStatements = async (ctx: Pick<Visitor, 'db' | 'now'>, subject: Subject): Promise<Statement[]> => [
  ...statementFor(ctx.db, 'users', subject, ctx.now),
  ...eraseRecorded(ctx.db, subject, erasedName.full),
  ...[...dataMap.keys()]
    .filter((table) => table !== 'users')
    .flatMap((table) => statementFor(ctx.db, table, subject, ctx.now)),
  ...[...dataMap.keys()].flatMap((table) => actorStatements(ctx.db, table, subject, ctx.now)),
  ...replaceMentions(ctx.db, subject),
  ...(await anonymiseAuditRows(ctx.db, inTheLog(subject))),
]

/** So many the file store removes at once. */
const filesAtOnce = 1000

/** Keys of everything of the person in the file store but the picture, which a trigger releases. */
export async function listFiles(ctx: Visitor, subject: Subject): Promise<string[]> {
  const [courses, handedIn] = await Promise.all([
    listRecordedFiles(ctx.db, subject),
    ctx.db.rows<{ key: string }>(sql`select key from ${filesOfSubmissions}
      where submission_id in (select id from ${submissionsView} where user_id = ${subject.id})`),
  ])
  return [...courses, ...handedIn.map(({ key }) => submissionKey(key))]
}

/**
 * Erases a person as the data map says: closes the account and signs out, cancels what is ahead, deletes the files, then changes all
 * tables in one transaction together with `along`. Safe to run again at any point: the person is erased when the last step stands.
 * @throws Constraint('last_superadministrator')
 */
export async function erasePerson(ctx: Ctx<null>, subject: Subject, along: readonly Statement[] = []): Promise<void> {
  // First, so that nobody writes as the person while files are removed. The last superadministrator's role stays, and all of it.
  await ctx.db.commit([
    removeSessionsOf(ctx, subject.id),
    ...statementFor(ctx.db, 'user_roles', subject, ctx.now),
    closeAccount(ctx.db, subject.id, ctx.now),
    cancelUpcoming(ctx.db, subject.id, ctx.now),
  ])
  const files = await listFiles(ctx, subject)
  for (let from = 0; from < files.length; from += filesAtOnce)
    await ctx.files.delete(files.slice(from, from + filesAtOnce))
  await ctx.db.commit([...(await erasingStatements(ctx, subject)), ...along])
  await releaseFilesSoon(ctx)
  ctx.changes.push(...tagsNamingPeople)
}

import { type SQL, sql } from 'drizzle-orm'
import { personNameTags } from '#api/calls.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { erasePersonRecords, listPersonFiles } from '#api/courses/xapi/erase-person.ts'
import { anonymiseAuditRows } from '#api/foundation/audit/retention/anonymise-rows.ts'
import { releaseFilesSoon } from '#api/foundation/files/release-files.ts'
import { removeViewsNaming } from '#api/office/saved-views/storage.ts'
import { cancelUpcoming } from '#api/participation/results/cancel-upcoming.ts'
import { toStorageKey } from '#api/participation/submissions/content-url.ts'
import { filesOfSubmissions, submissionsView } from '#api/participation/submissions/views.ts'
import { removeSessionsOfUser } from '#api/people/authentication/storage.ts'
import { deactivateForErasure } from '#api/people/users/inactive-storage.ts'
import type { Database, Statement } from '#platform/database.ts'
import { dataMap } from './data-map.ts'
import { deleteRows, updateRows } from './mapped-table.ts'
import { listIdentifyingTexts, mentionsPerson, replaceMentions } from './mentions.ts'
import { erasedName, splitNames, type TableRule } from './rules.ts'
import { bindToSubject, findMergedSubjects, type Subject } from './subject.ts'

/** Returns the values that an erasure sets in a table's columns; null when it sets none. */
function buildReplacements(rule: TableRule, subject: Subject, now: Date): Record<string, SQL> | null {
  const emptied = splitNames(rule.columns.null).map((name) => [name, sql`null`] as const)
  const replaced = Object.entries(rule.replacements ?? {}).map(
    ([name, text]) => [name, bindToSubject(subject, text, now)] as const,
  )
  const all = [...emptied, ...replaced]
  return all.length > 0 ? Object.fromEntries(all) : null
}

/** Builds the update of rows about other people in which the person acted. */
function buildActorUpdates(db: Database, table: string, subject: Subject, now: Date): Statement[] {
  const change = dataMap.get(table)?.asActor
  if (!change) return []
  const set = Object.entries(change.set).map(([name, text]) => [name, bindToSubject(subject, text, now)] as const)
  return [updateRows(db, table, Object.fromEntries(set), bindToSubject(subject, change.where, now))]
}

function buildErasure(db: Database, table: string, subject: Subject, now: Date): Statement[] {
  const rule = dataMap.get(table)
  const condition = rule?.erases ?? rule?.about
  if (!rule || !condition) return []
  const where = bindToSubject(subject, condition, now)
  if (rule.columns.delete) return [deleteRows(db, table, where)]
  const set = buildReplacements(rule, subject, now)
  return set ? [updateRows(db, table, set, where)] : []
}

/** Converts a subject to the input of `anonymiseAuditRows`. */
const toAuditSubject = (subject: Subject) => ({
  userId: subject.id,
  names: (column: SQL) => mentionsPerson(column, subject),
  texts: listIdentifyingTexts(subject),
  values: [subject.userName, subject.externalPersonId].flatMap((text) => text ?? []),
  email: subject.isEmailShared ? null : subject.email,
  namesakes: subject.namesakes,
})

/**
 * Builds the statements of an erasure for one transaction, in the order of the data map. The person's own row comes
 * first, because triggers allow changes of otherwise fixed texts only when the person is erased.
 */
const buildErasureStatements = async (ctx: Pick<Visitor, 'db' | 'now'>, subject: Subject): Promise<Statement[]> => [
  ...buildErasure(ctx.db, 'users', subject, ctx.now),
  ...erasePersonRecords(ctx.db, subject, erasedName.full),
  ...[...dataMap.keys()]
    .filter((table) => table !== 'users')
    .flatMap((table) => buildErasure(ctx.db, table, subject, ctx.now)),
  ...[...dataMap.keys()].flatMap((table) => buildActorUpdates(ctx.db, table, subject, ctx.now)),
  ...replaceMentions(ctx.db, subject),
  removeViewsNaming(ctx.db, listIdentifyingTexts(subject)),
  ...(await anonymiseAuditRows(ctx.db, toAuditSubject(subject))),
]

/** R2 deletes at most 1,000 objects per call. */
const maxFilesPerDelete = 1000

/**
 * Lists the keys in the file store of a person's files from courses (stored documents and attachments of statements)
 * and submissions, in no order. The person's picture is not included: a trigger releases it at erasure.
 */
export async function listFileKeys(ctx: Visitor, subject: Subject): Promise<string[]> {
  const [courses, submitted] = await Promise.all([
    listPersonFiles(ctx.db, subject),
    ctx.db.rows<{ key: string }>(sql`select key from ${filesOfSubmissions}
      where submission_id in (select id from ${submissionsView} where user_id = ${subject.id})`),
  ])
  return [...courses, ...submitted.map(({ key }) => toStorageKey(key))]
}

/**
 * Erases a person according to the data map, with the statements `along` in the last commit, and invalidates cached
 * responses with names. Idempotent: can be repeated after a failure at any step.
 *
 * It closes the account, ends sessions, removes roles and cancels future sign-ups; deletes files; then changes all
 * tables in one transaction with `along`. At most 100 objects that this releases are deleted at once, the others by the
 * daily job. The closed accounts of people who were merged into the person come first.
 *
 * @throws ConstraintError('last_superadministrator') when the person is the last superadministrator; only those closed
 * accounts are erased then.
 */
export async function erasePerson(ctx: Ctx<null>, subject: Subject, along: readonly Statement[] = []): Promise<void> {
  for (const merged of await findMergedSubjects(ctx, subject.id)) await erasePerson(ctx, merged)
  // First, so that nobody writes as the person while files are deleted. A trigger rejects all of it for the last
  // superadministrator.
  await ctx.db.commit([
    removeSessionsOfUser(ctx, subject.id),
    ...buildErasure(ctx.db, 'user_roles', subject, ctx.now),
    // No undo of a merge moves rows between two records while they are erased.
    ...buildErasure(ctx.db, 'person_merges', subject, ctx.now),
    deactivateForErasure(ctx.db, subject.id, ctx.now),
    cancelUpcoming(ctx.db, subject.id, ctx.now),
  ])
  const files = await listFileKeys(ctx, subject)
  for (let from = 0; from < files.length; from += maxFilesPerDelete)
    await ctx.files.delete(files.slice(from, from + maxFilesPerDelete))
  await ctx.db.commit([...(await buildErasureStatements(ctx, subject)), ...along])
  await releaseFilesSoon(ctx)
  ctx.changedTags.push(...personNameTags)
}

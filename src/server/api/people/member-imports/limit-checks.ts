import { subDays } from 'date-fns'
import { lte, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { auditEntriesView } from '#api/foundation/audit/views.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import { Refused } from '#api/refusals.ts'
import { sortKeyOf } from '#locales/sort-key.ts'
import { sha256 } from '#platform/digest.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { type ColumnMapping, isComplete, toMemberRow } from './rules.ts'
import { memberImportChecks } from './table.ts'

/** Highest number of birth dates of one name, and of personal numbers of one birth date, that somebody has checked. */
const maxVariants = 20
const windowDays = 30

interface Check {
  subject: string
  variant: string
}

/** Returns the statement that deletes the checks of more than thirty days ago. */
export const removeOldChecks = ({ db, now }: Pick<Ctx, 'db' | 'now'>) =>
  db.query.delete(memberImportChecks).where(lte(memberImportChecks.checkedAt, subDays(now, windowDays)))

/** Returns the checks that rows ask for; none for a row without names or date of birth, which is never looked up. */
async function listChecks(rows: readonly { cells: string[] }[], mapping: ColumnMapping): Promise<Check[]> {
  const checks = new Map<string, Check>()
  for (const { cells } of rows) {
    const { firstName, lastName, birthOn, numberHash } = toMemberRow(cells, mapping)
    if (!firstName || !lastName || !birthOn) continue
    const name = (await sha256(sortKeyOf(`${lastName} ${firstName}`))).slice(0, 16)
    checks.set(`${name} ${birthOn}`, { subject: name, variant: birthOn })
    if (numberHash) checks.set(`${birthOn} ${numberHash}`, { subject: birthOn, variant: numberHash.slice(0, 16) })
  }
  return [...checks.values()]
}

/**
 * Stores checks of the caller unless a subject would get too many variants, then none; returns whether they are stored.
 * One statement counts and stores, so that concurrent files are counted together. A file has at most 10,000 checks of
 * 80 characters, well within one parameter.
 */
async function storeChecks(ctx: Ctx, checks: readonly Check[]): Promise<boolean> {
  const { db, actor, now } = ctx
  const parameter = JSON.stringify(checks)
  const [, stored] = await db.query.batch([
    removeOldChecks(ctx),
    insertFrom(
      db.query,
      memberImportChecks,
      {
        uploaderUserId: actor.id,
        subject: sql`input.value ->> 'subject'`,
        variant: sql`input.value ->> 'variant'`,
        checkedAt: now.toISOString(),
      },
      sql`from json_each(${parameter}) input where not exists (
        select 1 from (
          select value ->> 'subject' as subject, value ->> 'variant' as variant from json_each(${parameter})
          union
          select checked.subject, checked.variant from member_import_checks checked
          where checked.uploader_user_id = ${actor.id}
        ) group by subject having count(*) > ${maxVariants})`,
    )
      .onConflictDoUpdate({
        target: [memberImportChecks.uploaderUserId, memberImportChecks.subject, memberImportChecks.variant],
        set: { checkedAt: now },
      })
      .returning({ variant: memberImportChecks.variant }),
  ])
  return stored.length === checks.length
}

/**
 * Limits how many birth dates of one name, and personal numbers of one birth date, a caller checks within thirty days.
 * Files and corrected rows count together. Otherwise the outcomes of rows that differ in nothing else
 * would tell a member's number, or anybody's date of birth. A row that is checked again counts once. Counts nothing
 * while a required column is not chosen, and does not limit those who administer everybody. Records the first refused
 * attempt of an hour in the audit log.
 *
 * @throws Refused('import_too_many_alike') above 20; nothing of these rows is counted then.
 */
export async function limitChecks(
  ctx: Ctx,
  rows: readonly { cells: string[] }[],
  mapping: ColumnMapping,
): Promise<void> {
  const { actor, now } = ctx
  if (getAdministeredRoots(actor) === null || !isComplete(mapping)) return
  const checks = await listChecks(rows, mapping)
  if (checks.length === 0 || (await storeChecks(ctx, checks))) return
  const since = new Date(now.getTime() - 3_600_000).toISOString()
  const isFirst = sql`not exists (select 1 from ${auditEntriesView} earlier
    where earlier.user_id = ${actor.id} and earlier.action = 'import.walkRefused' and earlier.at > ${since})`
  await ctx.db.commit([recordAuditWhen(ctx, isFirst, 'import.walkRefused', { type: 'user', id: actor.id })])
  throw new Refused('import_too_many_alike')
}

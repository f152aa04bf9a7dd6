import { sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { isAdministrator } from '#api/held-roles.ts'
import {
  insertAccountMemberships,
  insertAccounts,
  insertMembershipPairs,
  joinAccounts,
  makeMembers,
} from '#api/people/users/piece-storage.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken } from '#platform/digest.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import { asRepeated, type JudgedRow, judgeRows } from './check-members.ts'
import { listTakenNames } from './lookup-storage.ts'
import { memberStatuses, toMembershipKeys } from './rules.ts'
import { type Batch, listRows, markApplied, saveOutcomes } from './storage.ts'

const maxRowsPerCommit = 500

interface NewMember extends JudgedRow {
  userName: string
}

/** Gives new people their user names: the e-mail address when nobody else has it, else a name that tells nothing. */
async function nameAccounts(ctx: Ctx<null>, rows: readonly JudgedRow[]): Promise<NewMember[]> {
  const emails = rows.flatMap(({ member }) => (member.email ? [member.email.toLowerCase()] : []))
  const takenNames = new Set((await listTakenNames(ctx.db, emails)).map((one) => one.name))
  return rows.map((row) => {
    const email = row.member.email.toLowerCase()
    const userName = email && !takenNames.has(email) ? row.member.email : `medlem-${randomToken().slice(0, 16)}`
    takenNames.add(email)
    return { ...row, userName }
  })
}

const toAccount = (actor: Actor, { member, userName, rowNumber, organizationId }: NewMember) => ({
  ...withUserWords({ firstName: member.firstName, lastName: member.lastName }),
  rowNumber,
  userName,
  email: member.email || null,
  phone: member.phone || null,
  birthOn: member.birthOn,
  // The register attaches its person to this id, so only administrators give one.
  externalId: isAdministrator(actor) ? member.externalPersonId || null : null,
  memberships: [{ organizationId, isPrimary: 1, fromOn: null, toOn: null }],
})

function insertMembers(ctx: Ctx<null>, actor: Actor, batch: Batch, rows: readonly NewMember[]): Statement[] {
  const author = { ...ctx, actor }
  return toJsonParameters(rows.map((row) => toAccount(actor, row))).flatMap((piece) => [
    insertAccounts(ctx, piece, false),
    insertAccountMemberships(ctx, piece),
    recordAuditOfEach(
      author,
      'user.imported',
      'user',
      sql`select u.id, json_object('batchId', ${batch.id}) as data ${joinAccounts(piece)}`,
    ),
    markApplied(ctx, batch.id, piece),
  ])
}

function joinMembers(ctx: Ctx<null>, actor: Actor, batch: Batch, rows: readonly JudgedRow[]): Statement[] {
  const pairs = rows.map(({ userId, organizationId, rowNumber }) => ({
    userId,
    organizationId,
    rowNumber,
    fromOn: null,
  }))
  return toJsonParameters(pairs).flatMap((piece) => [
    insertMembershipPairs(ctx, piece),
    makeMembers(
      ctx,
      sql`select u.id from json_each(${piece}) v join users u on u.id = v.value ->> 'userId' where u.is_external = 1`,
    ),
    recordAuditOfEach(
      { ...ctx, actor },
      'user.joined',
      'user',
      sql`select value ->> 'userId' as id, json_object('batchId', ${batch.id}, 'organizationId', value ->> 'organizationId') as data
        from json_each(${piece})`,
    ),
    markApplied(ctx, batch.id, piece),
  ])
}

/** Whether a row waits for the account that an earlier row of the file adds. */
const isWaiting = ({ status, userId }: JudgedRow) => status === memberStatuses.joined && userId === null

/** Applies judged rows in one transaction, with an audit entry each. */
async function applyRows(ctx: Ctx<null>, actor: Actor, batch: Batch, judged: readonly JudgedRow[]): Promise<void> {
  const ofStatus = (status: number) => judged.filter((row) => row.status === status)
  const added = await nameAccounts(ctx, ofStatus(memberStatuses.new))
  await ctx.db.commit([
    ...saveOutcomes(
      ctx.db,
      batch.id,
      judged.map(({ member: _member, ...outcome }) => outcome),
    ),
    ...insertMembers(ctx, actor, batch, added),
    ...joinMembers(ctx, actor, batch, ofStatus(memberStatuses.joined)),
  ])
}

/**
 * Judges the next rows of a file of members again, at most 500 after the row number `after`, applies them and stores
 * their outcomes. Accounts or memberships are added in the name of `actor`, with an audit entry each and without a
 * mail; an external person who joins a club becomes a member of the federation. Rows of a person whom an earlier row
 * adds are judged once more when that account is there. Returns the number of the last row; null when none was left.
 * `seenKeys` holds the people of earlier rows, and is filled with those of these rows.
 */
export async function applyNextRows(
  ctx: Ctx<null>,
  actor: Actor,
  batch: Batch,
  after: number,
  seenKeys: Set<string>,
): Promise<number | null> {
  const rows = await listRows(ctx.db, batch.id, after, maxRowsPerCommit)
  const last = rows.at(-1)
  if (!last) return null
  const judged = await judgeRows(ctx, actor, batch, rows, seenKeys)
  await applyRows(
    ctx,
    actor,
    batch,
    judged.filter((row) => !isWaiting(row)),
  )
  const waiting = judged.filter(isWaiting)
  if (waiting.length === 0) return last.rowNumber
  for (const { member, organizationId } of waiting)
    for (const key of toMembershipKeys(member, organizationId)) seenKeys.delete(key)
  const numbers = new Set(waiting.map(({ rowNumber }) => rowNumber))
  const again = await judgeRows(
    ctx,
    actor,
    batch,
    rows.filter(({ rowNumber }) => numbers.has(rowNumber)),
    seenKeys,
  )
  await applyRows(
    ctx,
    actor,
    batch,
    again.map((row) => (isWaiting(row) ? asRepeated(row) : row)),
  )
  return last.rowNumber
}

import { type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { toAuthorId, withRealActor } from '../storage.ts'
import { auditEntries, auditSnapshots } from '../table.ts'
import type { AuditAction, AuditThing, DataWithTexts } from '../text-types.ts'
import type { Snapshot } from './snapshot.ts'

interface Edit {
  action: AuditAction
  target: { type: AuditThing; id: number | string | SQL }
  of: Snapshot
}

export interface EditStatements {
  /** Goes before the writes. */
  before: Statement
  /** Go behind them, in the same commit. */
  after: Statement[]
}

const storedNow = ({ table, where, object }: Snapshot) => sql`
  (select ${object} from ${sql.raw(table)} stored where ${where})`

/** The fields of one side whose values differ, as a JSON object. */
const side = (which: 'was' | 'becomes') => sql`json(coalesce((
  select json_group_object(named.key, json(coalesce(pair.${sql.raw(which)} -> named.key, 'null')))
  from (select key from json_each(pair.was) union select key from json_each(pair.becomes)) named
  where coalesce(pair.was -> named.key, 'null') is not coalesce(pair.becomes -> named.key, 'null')), '{}'))`

/**
 * Returns the statements that record an edit in the audit log, for the writer's own commit: `before` goes before the
 * writes, `after` behind them.
 *
 * The database compares the stored values before and after the writes, so the entry holds what was written, not what
 * was asked for. A save that changes no value gives an entry with two empty objects. A thing that is not stored before
 * gives an entry without `before`; one that is not stored afterwards gives none. `more` adds fields to the entry's
 * data. `of` says where the stored values are read.
 */
export function auditEdit<const More extends object>(
  ctx: Visitor,
  { action, target, of }: Edit,
  more?: More & DataWithTexts<NoInfer<More>>,
): EditStatements {
  const key = ctx.newId()
  const { query } = ctx.db
  const id = typeof target.id === 'object' ? target.id : String(target.id)
  const pair = sql`(select (select data from audit_snapshots where key = ${key}) as was, ${storedNow(of)} as becomes) pair`
  // json_insert keeps a null, which json_patch would drop.
  const words = Object.entries(withRealActor(ctx, more)).map(
    ([name, content]) => sql`, ${`$.${name}`}, json(${JSON.stringify(content ?? null)})`,
  )
  const first = sql`case when pair.was is null then json_object('after', json(pair.becomes))
    else json_object('before', ${side('was')}, 'after', ${side('becomes')}) end`
  const data = words.length > 0 ? sql`json_insert(${first}${sql.join(words)})` : first
  return {
    before: insertFrom(
      query,
      auditSnapshots,
      { key, data: of.object },
      sql`from ${sql.raw(of.table)} stored where ${of.where}`,
    ),
    after: [
      insertFrom(
        query,
        auditEntries,
        {
          at: ctx.now.toISOString(),
          userId: toAuthorId(ctx),
          action,
          targetType: target.type,
          targetId: sql`cast(${id} as text)`,
          data,
          requestId: ctx.requestId,
        },
        sql`from ${pair} where pair.becomes is not null`,
      ),
      query.delete(auditSnapshots).where(sql`key = ${key}`),
    ],
  }
}

interface Whole {
  action: AuditAction
  type: AuditThing
  of: (id: number | SQL) => Snapshot
}

const whole = (ctx: Visitor, { action, type, of }: Whole, which: 'before' | 'after', id: number | SQL): Statement => {
  const { table, where, object } = of(id)
  return insertFrom(
    ctx.db.query,
    auditEntries,
    {
      at: ctx.now.toISOString(),
      userId: toAuthorId(ctx),
      action,
      targetType: type,
      targetId: sql`cast(stored.id as text)`,
      data: sql`json_set(${JSON.stringify(withRealActor(ctx))}, ${`$.${which}`}, json(${object}))`,
      requestId: ctx.requestId,
    },
    sql`from ${sql.raw(table)} stored where ${where}`,
  )
}

/**
 * Returns the statement that records a new thing with all that is stored of it, for the audit log. It follows the
 * statements that insert the thing and its links. `thing` names the action, the type and where the row is read. Without
 * an id, the thing is the row of its table with the highest id.
 */
export const auditCreation = (ctx: Visitor, thing: Whole, id?: number): Statement =>
  whole(ctx, thing, 'after', id ?? sql`(select max(id) from ${sql.raw(thing.of(0).table)})`)

/**
 * Returns the statement that records a thing about to be removed, with all that is stored of it; goes before the
 * removal. `thing` names the action, the type and where the row is read. A thing that is not stored gives no entry.
 */
export const auditRemoval = (ctx: Visitor, thing: Whole, id: number): Statement => whole(ctx, thing, 'before', id)

/**
 * Returns the statements that record a save in the audit log: the creation of a thing for the id null, otherwise an
 * edit.
 * The caller commits `before`, its own write and `after` in this order. A creation is read from the row with the
 * highest id; an edit holds the fields whose stored values differ.
 */
export function auditSave(ctx: Visitor, thing: Whole, id: number | null): { before: Statement[]; after: Statement[] } {
  if (id === null) return { before: [], after: [auditCreation(ctx, thing)] }
  const { action, type, of } = thing
  const { before, after } = auditEdit(ctx, { action, target: { type, id }, of: of(id) })
  return { before: [before], after }
}

import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { isDescending } from '#api/list-order.ts'
import { orderInDirection } from '#api/order-by.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import { Refused } from '#api/refusals.ts'
import { selectSortKey } from '#api/text-conditions.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { BatchQuery, InvoiceBatch } from './batches/contract.ts'
import type { InvoicePeriod } from './contract.ts'
import { type BatchEventKind, batchOrders } from './rules.ts'
import { createdWithin, creditCount } from './storage.ts'
import { invoiceBatchEvents, invoiceHeads } from './table.ts'

const events = sql<string>`(
  select json_group_array(json_object('kind', batch_event.kind, 'at', batch_event.at,
    'name', ${nameOfPerson(sql`batch_event.user_id`)}) order by batch_event.id)
  from invoice_batch_events batch_event where batch_event.export_id = invoice_heads.export_id)`

const sumStanding = (of: SQL) => sql<number>`sum(iif(invoice_heads.status = 0, ${of}, 0))`

const batchColumns = {
  id: sql<string>`invoice_heads.export_id`.as('batch_id'),
  title: sql<string>`min(invoice_heads.title)`.as('title'),
  reference: sql<string | null>`min(invoice_heads.reference)`.as('reference'),
  startsAt: sql<string>`min(invoice_heads.starts_at)`.as('starts_at'),
  endsAt: sql<string>`min(invoice_heads.ends_at)`.as('ends_at'),
  createdAt: sql<string>`min(invoice_heads.created_at)`.as('created_at'),
  createdByName: nameOfPerson(sql`invoice_heads.created_by_user_id`).as('created_by_name'),
  firstNumber: sql<number>`min(invoice_heads.number)`.as('first_number'),
  lastNumber: sql<number>`max(invoice_heads.number)`.as('last_number'),
  invoiceCount: sumStanding(sql`1`).as('invoice_count'),
  undoneCount: sql<number>`sum(invoice_heads.status = 1)`.as('undone_count'),
  rowCount: sumStanding(sql`invoice_heads.row_count`).as('row_count'),
  creditCount: sql<number>`sum(${creditCount})`.as('credit_count'),
  creditOfNumber: sql<number | null>`max((
    select credited.number from invoice_heads credited where credited.id = invoice_heads.credited_head_id))`.as(
    'credit_of_number',
  ),
  totalMinor: sumStanding(sql`invoice_heads.total_minor`).as('total_minor'),
  vatTotalMinor: sumStanding(sql`invoice_heads.vat_total_minor`).as('vat_total_minor'),
  events: events.as('batch_events'),
}

const selectBatches = (db: Database, batchIds: SQL) =>
  db.query
    .select(batchColumns)
    .from(invoiceHeads)
    .where(sql`invoice_heads.export_id in ${batchIds}`)
    .groupBy(invoiceHeads.exportId)
    .$dynamic()

type BatchRow = Awaited<ReturnType<typeof selectBatches>>[number]

interface StoredEvent {
  kind: BatchEventKind
  at: string
  name: string | null
}

function toBatch({ events: stored, startsAt, endsAt, createdAt, totalMinor, vatTotalMinor, ...same }: BatchRow) {
  const all: StoredEvent[] = JSON.parse(stored)
  const booked = all.find(({ kind }) => kind === 'booked')
  return {
    ...same,
    startDate: new Date(startsAt),
    endDate: new Date(endsAt),
    createdDate: new Date(createdAt),
    total: totalMinor / 100,
    vatTotal: vatTotalMinor / 100,
    bookedDate: booked ? new Date(booked.at) : null,
    bookedByName: booked?.name ?? null,
    downloads: all.flatMap(({ kind, at, name }) =>
      kind === 'booked' ? [] : [{ kind, date: new Date(at), byName: name }],
    ),
  } satisfies InvoiceBatch
}

const orderColumns = {
  created: sql`min(invoice_heads.created_at)`,
  batch: selectSortKey(sql`min(invoice_heads.title)`),
  invoices: sumStanding(sql`1`),
  total: sumStanding(sql`invoice_heads.total_minor`),
}

const batchesOf = (period: InvoicePeriod) => sql`(select export_id from invoice_heads where ${createdWithin(period)})`

/**
 * Lists a page of the invoice batches with an invoice that was created in a period and matches its search, undone ones
 * too. They are in the query's order, then by their last invoice. Their counts and sums, in kronor, are of the whole
 * batch without its undone invoices; `total` is the number of batches. `page` counts from 1. Access is not checked
 * here.
 */
export async function listBatches(db: Database, query: BatchQuery) {
  const { page, pageSize } = query
  const isReversed = isDescending(batchOrders, query)
  const order = orderInDirection(isReversed, orderColumns[query.sort], sql`max(invoice_heads.id)`)
  // The page is chosen first: SQLite computes the columns of each row that it sorts.
  const ids = sql`(select invoice_heads.export_id from invoice_heads where invoice_heads.export_id in ${batchesOf(query)}
    group by invoice_heads.export_id order by ${sql.join(order, sql`, `)} limit ${pageSize} offset ${(page - 1) * pageSize})`
  const [rows, [counted]] = await Promise.all([
    selectBatches(db, ids).orderBy(...order),
    db.query
      .select({ total: sql<number>`count(distinct export_id)`.as('batches') })
      .from(invoiceHeads)
      .where(createdWithin(query)),
  ])
  return { items: rows.map(toBatch), total: counted?.total ?? 0, page, pageSize }
}

/**
 * Returns an invoice batch with its counts, its sums in kronor, its downloads and whether it is booked. Counts and
 * sums leave undone invoices out; a batch whose invoices are all undone is found too. Access is not checked here.
 *
 * @throws Refused('not_found') when there is none with the id.
 */
export async function getBatch(db: Database, id: string): Promise<InvoiceBatch> {
  const [row] = await selectBatches(db, sql`(${id})`)
  if (!row) throw new Refused('not_found')
  return toBatch(row)
}

/** Lists the ids of the invoices of a batch that are not undone, by number; credit invoices too. */
export async function listStandingIds(db: Database, batchId: string): Promise<number[]> {
  const rows = await db.query
    .select({ id: invoiceHeads.id })
    .from(invoiceHeads)
    .where(sql`invoice_heads.export_id = ${batchId} and invoice_heads.status = 0`)
    .orderBy(invoiceHeads.number)
  return rows.map(({ id }) => id)
}

/**
 * Returns the statement that records that the actor fetched a file of an invoice batch or marked it, at the caller's
 * `position`. Positions count the events of a kind from 1; the commit fails as `invoice_batch_fetched` when it is
 * taken.
 */
export const insertBatchEvent = (ctx: Ctx, exportId: string, kind: BatchEventKind, position: number): Statement =>
  ctx.db.query.insert(invoiceBatchEvents).values({ exportId, kind, position, userId: ctx.actor.id, at: ctx.now })

/**
 * Returns a statement for each distinct invoice batch that records that the caller has fetched a file of this kind with
 * some of its invoices. It takes the next free position. `exportIds` are the ids of batches, one for each invoice, and
 * may repeat.
 */
export const insertBatchEventsOf = (ctx: Ctx, exportIds: readonly string[], kind: BatchEventKind): Statement[] =>
  [...new Set(exportIds)].map((exportId) =>
    insertFrom(
      ctx.db.query,
      invoiceBatchEvents,
      {
        exportId,
        kind,
        position: sql`(select count(*) + 1 from invoice_batch_events earlier
          where earlier.export_id = ${exportId} and earlier.kind = ${kind})`,
        userId: ctx.actor.id,
        at: ctx.now.toISOString(),
      },
      sql`where true`,
    ),
  )

const isBooked = (exportId: string) => sql`exists (
  select 1 from invoice_batch_events booked_event where booked_event.export_id = ${exportId} and booked_event.kind = 'booked')`

const hasStanding = (exportId: string) => sql`exists (
  select 1 from invoice_heads standing_head where standing_head.export_id = ${exportId} and standing_head.status = 0)`

/**
 * SQL condition: setting the mark `booked` (entered in the accounts) of an invoice batch to this value changes it. A
 * batch whose invoices are all undone cannot be booked, but its mark can be removed.
 */
export const changesMark = (exportId: string, booked: boolean): SQL =>
  booked ? sql`(not ${isBooked(exportId)} and ${hasStanding(exportId)})` : isBooked(exportId)

/**
 * Returns the statement that sets the mark `booked` of an invoice batch, with the actor and time, or deletes it when
 * `booked` is false. It does nothing when the mark is as wanted, or when all invoices of a batch to mark are undone.
 */
export function writeMark(ctx: Ctx, exportId: string, booked: boolean): Statement {
  const { query } = ctx.db
  if (!booked)
    return query
      .delete(invoiceBatchEvents)
      .where(sql`invoice_batch_events.export_id = ${exportId} and invoice_batch_events.kind = 'booked'`)
  const mark = { exportId, kind: 'booked', position: 1, userId: ctx.actor.id, at: ctx.now.toISOString() }
  return insertFrom(query, invoiceBatchEvents, mark, sql`where ${changesMark(exportId, true)}`)
}

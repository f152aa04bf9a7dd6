import { z } from 'zod'
import { toLine } from '#api/pasted-text.ts'
import { type ListOrders, listOrderNames } from './list-order.ts'

/**
 * True for years from 1800 to 2199. Other years are taken for typing errors, and `yyyy-MM-dd` cannot represent all of
 * them.
 */
const isWithinYears = (text: string) => text >= '1800' && text < '2200'
const beyondYears = { params: { reason: 'year' } }

/** A full date-time: ISO text on the wire, `Date` in code. */
export const instant = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode(text, context) {
    if (!isWithinYears(text)) context.issues.push({ code: 'custom', input: text, ...beyondYears })
    return new Date(text)
  },
  encode: (moment) => moment.toISOString(),
})

/** A calendar date, `yyyy-MM-dd`, which stays text. */
export const day = z.iso.date().refine(isWithinYears, beyondYears)

/** A day in a query: `yyyy-MM-dd`, or a full date-time that stands for its day in the portal's zone. */
export const queryDay = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).refine(isWithinYears, beyondYears)

/**
 * The `lastChange` that the client edited; absent for a new row. An edit without a version, or with an older one than
 * is stored, is refused as `changed_meanwhile`.
 */
export const version = instant.nullish()

export const id = z.int32().positive()

/** A text of one line, such as a name or a title, as `toLine` writes it. */
export const line = z.string().overwrite(toLine)

/** An amount in decimal kronor on the wire (spec G-004); the database stores öre. */
export const kronor = z.number().min(0).max(1_000_000).multipleOf(0.01)

const texts = z.union([z.string(), z.array(z.string())])

/** A repeated query key; a comma-separated value is accepted too (spec G-005). */
export const queryList = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  texts
    .transform((value) => (Array.isArray(value) ? value : [value]).flatMap((text) => text.split(',')).filter(Boolean))
    .pipe(z.array(item))
    .default([])

/** An id in a query or a path, where every value is text. */
export const queryId = z.string().transform(Number).pipe(id)

export const queryFlag = z.enum(['true', 'false', '1', '0', '']).transform((text) => text === 'true' || text === '1')

export const queryPage = z.string().transform(Number).pipe(z.int().min(1)).default(1)
export const queryPageSize = z.string().transform(Number).pipe(z.int().min(1).max(200)).default(50)

/**
 * Returns the schema fields `sort` and `descending` of a list's order in a URL query, its first order by default.
 * Without `descending` the order has its usual direction.
 */
export const queryOrder = <Name extends string>(orders: ListOrders<Name>) => {
  const names = listOrderNames(orders)
  return { sort: z.enum(names).default(names[0]), descending: queryFlag.optional() }
}

/**
 * Returns the schema fields `sort` and `descending` of a list's order in a body, as `queryOrder` does for a URL query;
 * `descending` is a boolean there.
 */
export const bodyOrder = <Name extends string>(orders: ListOrders<Name>) => {
  const names = listOrderNames(orders)
  return { sort: z.enum(names).default(names[0]), descending: z.boolean().optional() }
}

/**
 * Returns the schema of a reply with one page of a longer list of `item` (spec G-006): `items`, `total`, `page` and
 * `pageSize`. `total` counts all items, `page` counts from 1.
 */
export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() })

/** Names by id; the keys are text, as in all JSON. */
export const namesById = z.record(z.string(), z.string())

/** Reply without a body: status 204. */
export const noContent = z.undefined()

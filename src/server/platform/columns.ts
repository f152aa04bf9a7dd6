import { customType, integer, text } from 'drizzle-orm/sqlite-core'

/** A moment: `Date` in the code, UTC ISO text with milliseconds in the database, so that text order is time order. */
export const instant = customType<{ data: Date; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (stored) => new Date(stored),
  toDriver: (moment) => moment.toISOString(),
})

/** A calendar date without a time: `yyyy-MM-dd` on both sides. */
export const day = (name: string) => text(name)

export const flag = (name: string) => integer(name, { mode: 'boolean' })

/** A value kept as JSON text; the caller's type is trusted because only the owning slice writes the column. */
export const json = <Value>(name: string) => text(name, { mode: 'json' }).$type<Value>()

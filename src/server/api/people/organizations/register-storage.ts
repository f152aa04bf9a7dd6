import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { Connection, ConnectionPlan, KnownOrganization } from './connect.ts'
import { setMainIfMissing, setPaths } from './paths-storage.ts'
import type { OutsideOrganization } from './sports-system.ts'
import { organizations } from './table.ts'

/** Lists all organisations with what connects them with the register, and whether they are active, by id. */
export const listKnown = ({ query }: Database): Promise<KnownOrganization[]> => {
  const { id, name, type, parentId, orgNr, externalId, active } = organizations
  return query.select({ id, name, type, parentId, orgNr, externalId, active }).from(organizations).orderBy(id)
}

const maxRowsPerStatement = 1000

const toJsonChunks = (organizationsOfRegister: readonly OutsideOrganization[]): string[] =>
  Array.from({ length: Math.ceil(organizationsOfRegister.length / maxRowsPerStatement) }, (_, at) =>
    JSON.stringify(organizationsOfRegister.slice(at * maxRowsPerStatement, (at + 1) * maxRowsPerStatement)),
  )

type Query = Database['query']

/** Gives organisations of the portal their ids in the register, in place of those of another source. */
const connect = (query: Query, connected: readonly Connection[], now: Date): Statement =>
  query
    .update(organizations)
    .set({ externalId: sql`v.external_id`, changedAt: now })
    .from(
      sql`(select value ->> 'id' as id, value ->> 'externalId' as external_id
        from json_each(${JSON.stringify(connected.map(({ id, externalId }) => ({ id, externalId })))})) v`,
    )
    .where(sql`organizations.id = v.id`)

/** Columns that the register decides: name of the column, and of the field in the register. */
const registerColumns = {
  name: ['name', 'name'],
  shortName: ['short_name', 'shortName'],
  type: ['type', 'type'],
  orgNr: ['org_nr', 'orgNr'],
  email: ['email', 'email'],
  phone: ['phone', 'phone'],
  website: ['website', 'website'],
  addressLine1: ['address_line_1', 'addressLine1'],
  addressLine2: ['address_line_2', 'addressLine2'],
  postalNumber: ['postal_number', 'postalNumber'],
  city: ['city', 'city'],
  country: ['country', 'country'],
} as const

const columns = Object.entries(registerColumns)

/** Values of the columns in the register, by the name of the column, with `external_id`. */
const selectGiven = (chunk: string) =>
  sql`(select value ->> 'id' as external_id, ${sql.raw(columns.map(([, [column, field]]) => `value ->> '${field}' as ${column}`).join(', '))}
    from json_each(${chunk}))`

/** SQL: the value of a column afterwards. A field that the register lacks stays; an empty text empties it. */
const keptOrGiven = (column: string) => `iif(v.${column} is null, organizations.${column}, nullif(v.${column}, ''))`

const newValues = Object.fromEntries(columns.map(([name, [column]]) => [name, sql.raw(keptOrGiven(column))]))
const isChanged = sql.raw(
  columns.map(([, [column]]) => `organizations.${column} is not ${keptOrGiven(column)}`).join(' or '),
)

/** Updates the organisations that have their id in the register, unless they are active and the same. */
const update = (query: Query, chunk: string, now: Date): Statement =>
  query
    .update(organizations)
    .set({ ...newValues, active: true, changedAt: now })
    .from(sql`${selectGiven(chunk)} v`)
    .where(sql`organizations.external_id = v.external_id and (organizations.active = 0 or ${isChanged})`)

/** Inserts the organisations that are new. The portal decides about invoicing once the row exists. */
const insert = (query: Query, chunk: string, now: Date): Statement =>
  insertFrom(
    query,
    organizations,
    {
      name: sql`v.name`,
      shortName: sql`nullif(v.short_name, '')`,
      type: sql`v.type`,
      path: '',
      orgNr: sql`nullif(v.org_nr, '')`,
      externalId: sql`v.external_id`,
      email: sql`nullif(v.email, '')`,
      phone: sql`nullif(v.phone, '')`,
      website: sql`nullif(v.website, '')`,
      addressLine1: sql`nullif(v.address_line_1, '')`,
      addressLine2: sql`nullif(v.address_line_2, '')`,
      postalNumber: sql`nullif(v.postal_number, '')`,
      city: sql`nullif(v.city, '')`,
      country: sql`nullif(v.country, '')`,
      isMain: 0,
      canBeInvoiced: sql`nullif(v.org_nr, '') is not null`,
      active: 1,
      createdAt: now.toISOString(),
      changedAt: now.toISOString(),
    },
    sql`from ${selectGiven(chunk)} v where true`,
  ).onConflictDoNothing({ target: organizations.externalId })

const setParents = (query: Query, chunk: string, now: Date): Statement =>
  query
    .update(organizations)
    .set({ parentId: sql`v.parent_id`, changedAt: now })
    .from(
      sql`(select j.value ->> 'id' as id, p.id as parent_id from json_each(${chunk}) j
        left join organizations p on p.external_id = j.value ->> 'parentId') v`,
    )
    .where(sql`organizations.external_id = v.id and organizations.parent_id is not v.parent_id`)

const deactivateMissing = (query: Query, ids: readonly string[], candidates: readonly number[], now: Date): Statement =>
  query
    .update(organizations)
    .set({ active: false, changedAt: now })
    .where(
      sql`external_id is not null and active = 1
        and external_id not in (select value from json_each(${JSON.stringify(ids)}))
        and id not in (select value from json_each(${JSON.stringify(candidates)}))`,
    )

/**
 * Returns the statements that make the portal's organisations those of the register: connect, insert, update and move
 * them, as planned by `planConnections`. Organisations without a register id stay as they are, and those that have left
 * the register become inactive. A field that the register leaves out, or gives as null, keeps the portal's value; an
 * empty text empties it. What is unclear is left alone on both sides; what is below keeps its parent. An empty list
 * makes all of the register's inactive. The oldest active federation becomes the main organisation if there is none.
 */
export function mirrorRegister(
  { query }: Database,
  organizationsOfRegister: readonly OutsideOrganization[],
  { connected, unclear }: ConnectionPlan,
  now: Date,
): Statement[] {
  const leftAlone = new Set(unclear.map(({ externalId }) => externalId))
  const applied = organizationsOfRegister.filter(({ id }) => !leftAlone.has(id))
  const moved = applied.filter(({ parentId }) => !leftAlone.has(parentId ?? ''))
  const ids = organizationsOfRegister.map(({ id }) => id)
  const candidates = unclear.flatMap((entry) => entry.candidates)
  return [
    connect(query, connected, now),
    ...toJsonChunks(applied).flatMap((chunk) => [update(query, chunk, now), insert(query, chunk, now)]),
    ...toJsonChunks(moved).map((chunk) => setParents(query, chunk, now)),
    ...[setPaths({ query }), setMainIfMissing({ query }), deactivateMissing(query, ids, candidates, now)],
  ]
}

/**
 * SQL query, as `recordAuditOfEach` takes it: `id` and `data` of the organisations that a plan connects, with their ids
 * in the register before and after. It comes before `mirrorRegister`.
 */
export const selectConnected = (connected: readonly Connection[]) =>
  sql`select connection_row.id, json_object('by', planned.value ->> 'by',
      'before', json_object('externalId', connection_row.external_id), 'after', json_object('externalId', planned.value ->> 'externalId')) as data
    from json_each(${JSON.stringify(connected)}) planned join organizations connection_row on connection_row.id = planned.value ->> 'id'`

/**
 * SQL query, as `recordAuditOfEach` takes it: `id` and `data` of the register's organisations that a copy at that
 * moment has inserted or changed. It comes after `mirrorRegister` of the same `now`.
 */
export const selectMirrored = (now: Date) =>
  sql`select id, json_object('name', name, 'active', active, 'externalId', external_id) as data
    from organizations where external_id is not null and changed_at = ${now.toISOString()}`

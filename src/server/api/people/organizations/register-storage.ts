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

const excludedValues = Object.fromEntries(
  Object.entries(registerColumns).map(([field, [column]]) => [field, sql.raw(`excluded.${column}`)]),
)
const isChanged = sql.raw(
  Object.values(registerColumns)
    .map(([column]) => `organizations.${column} is not excluded.${column}`)
    .join(' or '),
)

/** Inserts or updates organisations of the register. The portal decides about invoicing once the row exists. */
const upsert = (query: Query, chunk: string, now: Date): Statement =>
  insertFrom(
    query,
    organizations,
    {
      name: sql`value ->> 'name'`,
      shortName: sql`value ->> 'shortName'`,
      type: sql`value ->> 'type'`,
      path: '',
      orgNr: sql`value ->> 'orgNr'`,
      externalId: sql`value ->> 'id'`,
      email: sql`value ->> 'email'`,
      phone: sql`value ->> 'phone'`,
      website: sql`value ->> 'website'`,
      addressLine1: sql`value ->> 'addressLine1'`,
      addressLine2: sql`value ->> 'addressLine2'`,
      postalNumber: sql`value ->> 'postalNumber'`,
      city: sql`value ->> 'city'`,
      country: sql`value ->> 'country'`,
      isMain: 0,
      canBeInvoiced: sql`value ->> 'orgNr' is not null`,
      active: 1,
      createdAt: now.toISOString(),
      changedAt: now.toISOString(),
    },
    sql`from json_each(${chunk}) where true`,
  ).onConflictDoUpdate({
    target: organizations.externalId,
    set: { ...excludedValues, active: true, changedAt: now },
    setWhere: sql`organizations.active = 0 or ${isChanged}`,
  })

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
 * the register become inactive. What is unclear is left alone on both sides; what is below keeps its parent. An empty
 * list makes all of the register's inactive. The oldest active federation becomes the main organisation if there is none.
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
    ...toJsonChunks(applied).map((chunk) => upsert(query, chunk, now)),
    ...toJsonChunks(moved).map((chunk) => setParents(query, chunk, now)),
    ...[setPaths({ query }), setMainIfMissing({ query }), deactivateMissing(query, ids, candidates, now)],
  ]
}

/**
 * SQL query, as `recordAuditOfEach` takes it: `id` and `data` of the organisations that a plan connects, with their ids in
 * the register before and after. It comes before `mirrorRegister`.
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

import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { setMainIfMissing, setPaths } from './paths-storage.ts'
import type { OutsideOrganization } from './sports-system.ts'
import { organizations } from './table.ts'

/** Those in use that come from the register, by their ids there. */
export async function listRegistered({ query }: Database): Promise<string[]> {
  const rows = await query
    .select({ externalId: organizations.externalId })
    .from(organizations)
    .where(and(isNotNull(organizations.externalId), eq(organizations.active, true)))
  return rows.flatMap(({ externalId }) => externalId ?? [])
}

const rowsTogether = 1000

const piecesOf = (given: readonly OutsideOrganization[]): string[] =>
  Array.from({ length: Math.ceil(given.length / rowsTogether) }, (_, at) =>
    JSON.stringify(given.slice(at * rowsTogether, (at + 1) * rowsTogether)),
  )

type Query = Database['query']

/** An organisation of the portal's own with the number of one in the register is that one. */
const adopt = (query: Query, piece: string, now: Date): Statement =>
  query
    .update(organizations)
    .set({ externalId: sql`v.id`, changedAt: now })
    .from(sql`(select value ->> 'id' as id, value ->> 'orgNr' as org_nr from json_each(${piece})) v`)
    .where(
      sql`organizations.external_id is null and organizations.org_nr = v.org_nr
        and not exists (select 1 from organizations o where o.external_id = v.id)
        and (select count(*) from organizations o where o.org_nr = v.org_nr) = 1`,
    )

/** What the register says of one: its column, and its name there. */
const told = {
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

const asTold = Object.fromEntries(
  Object.entries(told).map(([field, [column]]) => [field, sql.raw(`excluded.${column}`)]),
)
const isOtherwise = sql.raw(
  Object.values(told)
    .map(([column]) => `organizations.${column} is not excluded.${column}`)
    .join(' or '),
)

/** Where its invoices go and whether it may have any is decided here, once it is here. */
const upsert = (query: Query, piece: string, now: Date): Statement =>
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
    sql`from json_each(${piece}) where true`,
  ).onConflictDoUpdate({
    target: organizations.externalId,
    set: { ...asTold, active: true, changedAt: now },
    setWhere: sql`organizations.active = 0 or ${isOtherwise}`,
  })

const place = (query: Query, piece: string, now: Date): Statement =>
  query
    .update(organizations)
    .set({ parentId: sql`v.parent_id`, changedAt: now })
    .from(
      sql`(select j.value ->> 'id' as id, p.id as parent_id from json_each(${piece}) j
        left join organizations p on p.external_id = j.value ->> 'parentId') v`,
    )
    .where(sql`organizations.external_id = v.id and organizations.parent_id is not v.parent_id`)

const shut = (query: Query, ids: readonly string[], now: Date): Statement =>
  query
    .update(organizations)
    .set({ active: false, changedAt: now })
    .where(
      sql`external_id is not null and active = 1
        and external_id not in (select value from json_each(${JSON.stringify(ids)}))`,
    )

/** The register's organisations as it has them; the portal's own stay as they are, and who is there no more is out of use. */
export function mirror({ query }: Database, given: readonly OutsideOrganization[], now: Date): Statement[] {
  const pieces = piecesOf(given)
  const ids = given.map(({ id }) => id)
  return [
    ...pieces.flatMap((piece) => [adopt(query, piece, now), upsert(query, piece, now)]),
    ...pieces.map((piece) => place(query, piece, now)),
    ...[setPaths({ query }), setMainIfMissing({ query }), shut(query, ids, now)],
  ]
}

/** What a mirroring at that moment has changed, for the record. */
export const mirroredAt = (now: Date) =>
  sql`select id, json_object('name', name, 'active', active, 'externalId', external_id) as data
    from organizations where external_id is not null and changed_at = ${now.toISOString()}`

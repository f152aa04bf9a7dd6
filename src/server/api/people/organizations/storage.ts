import { and, desc, eq, sql } from 'drizzle-orm'
import { Refused } from '#api/refusals.ts'
import type { Database } from '#platform/database.ts'
import { likeKey } from '#platform/like-key.ts'
import type { Address, Branch, Organization, OrganizationQuestion } from './contract.ts'
import { organizations } from './table.ts'

type Row = typeof organizations.$inferSelect

/** An address is whole or missing: half a one helps nobody who wants to send a letter. */
export function addressFrom({ addressLine1, addressLine2, postalNumber, city, country }: Row): Address | null {
  if (!addressLine1 || !postalNumber || !city) return null
  return { addressLine1, addressLine2, postalNumber, city, country: country ?? '' }
}

const organizationFrom = (row: Row): Organization => ({
  id: row.id,
  name: row.name,
  shortName: row.shortName,
  type: row.type,
  parentId: row.parentId,
  orgNr: row.orgNr,
  externalId: row.externalId,
  email: row.email,
  phone: row.phone,
  website: row.website,
  address: addressFrom(row),
  logoUrl: row.logoFileId ? `/api/files/${row.logoFileId}` : null,
  isMain: row.isMain,
  canBeInvoiced: row.canBeInvoiced,
  active: row.active,
})

const among = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** Paths end with a slash and hold digits; `:` comes after all of those. */
const below = (rootIds: readonly number[]) => sql`exists (
  select 1 from organizations root where root.id in ${among(rootIds)}
    and organizations.path >= root.path and organizations.path < root.path || ':'
)`

const has = (beginning: string, word: string) =>
  sql`(${organizations.nameKey} like ${`${beginning}${word}%`} escape '\\' or lower(${organizations.shortName}) like ${`${word}%`} escape '\\')`

const mostFound = 25

/** Names that begin as the question come before names that hold it. */
function byText(text: string) {
  const words = text.split(/\s+/).filter(Boolean).slice(0, 6).map(likeKey)
  const begins = sql`${organizations.nameKey} like ${`${words.join(' ')}%`} escape '\\'`
  return {
    where: words.map((word) => has('%', word)),
    order: [
      desc(organizations.active),
      ...(words.length > 0 ? [sql`${begins} desc`] : []),
      organizations.type,
      organizations.nameKey,
    ],
    limit: mostFound,
  }
}

const whole = { where: [], order: [organizations.type, organizations.name], limit: -1 }

export async function listOrganizations(db: Database, asked: OrganizationQuestion): Promise<Organization[]> {
  const { ids, within, text } = asked
  const { where, order, limit } = text === undefined ? whole : byText(text)
  const found = db.query
    .select()
    .from(organizations)
    .where(
      and(
        ids.length > 0 ? sql`${organizations.id} in ${among(ids)}` : undefined,
        within.length > 0 ? below(within) : undefined,
        ...where,
      ),
    )
    .orderBy(...order)
    .limit(limit)
  const rows = await found
  return rows.map(organizationFrom)
}

interface BranchQuestion {
  parentId?: number | undefined
  text: string
  page: number
  pageSize: number
}

/** A single head of the tree is opened at once. */
const onlyHead = sql`(select iif(count(*) = 1, min(head.id), null) from organizations head where head.parent_id is null)`

const childCount = sql<number>`(select count(*) from organizations child where child.parent_id = organizations.id)`

export async function listBranch(db: Database, { parentId, text, page, pageSize }: BranchQuestion): Promise<Branch> {
  const parent = parentId === undefined ? onlyHead : sql`${parentId}`
  const { where, order } = byText(text)
  const wanted = text === '' ? sql`organizations.parent_id is ${parent}` : and(...where)
  const [rows, [counted], above] = await Promise.all([
    db.query
      .select({ organization: organizations, childCount: childCount.as('child_count') })
      .from(organizations)
      .where(wanted)
      .orderBy(...order, organizations.id)
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query
      .select({ total: sql<number>`count(*)`.as('total') })
      .from(organizations)
      .where(wanted),
    db.query
      .select({ id: organizations.id, name: organizations.name, type: organizations.type })
      .from(organizations)
      .innerJoin(sql`organizations own`, sql`own.id = ${parent}`)
      .where(
        sql`organizations.id in (select value from json_each('[' || replace(trim(own.path, '/'), '/', ',') || ']'))`,
      )
      .orderBy(sql`length(organizations.path)`),
  ])
  const items = rows.map((row) => ({ ...organizationFrom(row.organization), childCount: row.childCount }))
  return { items, total: counted?.total ?? 0, page, pageSize, above }
}

export async function getOrganization(db: Database, id: number): Promise<Organization> {
  const [row] = await db.query.select().from(organizations).where(eq(organizations.id, id))
  if (!row) throw new Refused('not_found')
  return organizationFrom(row)
}

/** A person's memberships; `parents` adds all above them, `main` the federation itself. */
export async function listOrganizationsOf(
  db: Database,
  userId: number,
  wanted: { parents: boolean; main: boolean },
): Promise<Organization[]> {
  const above = wanted.parents
    ? sql`instr(own.path, '/' || organizations.id || '/') > 0`
    : sql`own.id = organizations.id`
  const rows = await db.query
    .select()
    .from(organizations)
    .where(sql`exists (
      select 1 from user_organizations m join organizations own on own.id = m.organization_id
      join users u on u.id = m.user_id and u.is_external = 0
      where m.user_id = ${userId} and ${above}
    ) or (${wanted.main} and organizations.is_main
      and exists (select 1 from users u where u.id = ${userId} and u.is_external = 0))`)
    .orderBy(organizations.type, organizations.name)
  return rows.map(organizationFrom)
}

export async function findMainOrganization(db: Database): Promise<Organization | null> {
  const [row] = await db.query.select().from(organizations).where(eq(organizations.isMain, true))
  return row ? organizationFrom(row) : null
}

import { and, desc, eq, sql } from 'drizzle-orm'
import { Refused } from '#api/refusals.ts'
import { contains, startsWith, toSortKey } from '#api/text-conditions.ts'
import type { Database } from '#platform/database.ts'
import type { Address, Branch, Organization, OrganizationQuery } from './contract.ts'
import { organizations } from './table.ts'

type Row = typeof organizations.$inferSelect

/**
 * Returns the postal address of an organisation. Null when the first line, postal number or city is missing, so that it
 * cannot be used for post. A missing country becomes an empty text.
 */
export function toAddress({ addressLine1, addressLine2, postalNumber, city, country }: Row): Address | null {
  if (!addressLine1 || !postalNumber || !city) return null
  return { addressLine1, addressLine2, postalNumber, city, country: country ?? '' }
}

const toOrganization = (row: Row): Organization => ({
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
  address: toAddress(row),
  logoUrl: row.logoFileId ? `/api/files/${row.logoFileId}` : null,
  isMain: row.isMain,
  canBeInvoiced: row.canBeInvoiced,
  active: row.active,
})

const among = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/**
 * SQL condition: the organisation is below a root. Paths consist of digits and slashes and end with a slash; `:` sorts
 * after all of these.
 */
const below = (rootIds: readonly number[]) => sql`exists (
  select 1 from organizations root where root.id in ${among(rootIds)}
    and organizations.path >= root.path and organizations.path < root.path || ':'
)`

/**
 * SQL condition: the name contains the word, or the short name, which has no sort key, begins with it in either case.
 */
const matchesWord = (word: string) =>
  sql`(${contains(organizations.nameKey, toSortKey(word))} or ${startsWith(organizations.shortName, word.toUpperCase())}
    or ${startsWith(organizations.shortName, word.toLowerCase())})`

const maxFound = 25

/** Returns the query for words of a name. Names that begin with the text come before names that contain it. */
function searchByText(text: string) {
  const words = text.split(/\s+/).filter(Boolean).slice(0, 6)
  const begins = startsWith(organizations.nameKey, toSortKey(words.join(' ')))
  return {
    where: words.map(matchesWord),
    order: [
      desc(organizations.active),
      ...(words.length > 0 ? [sql`${begins} desc`] : []),
      organizations.type,
      organizations.nameKey,
    ],
    limit: maxFound,
  }
}

const fullList = { where: [], order: [organizations.type, organizations.name], limit: -1 }

/**
 * Lists organisations by text or by ids and branches (with their roots), inactive ones too; without a text by type and
 * name. Filters that are given must all match; an empty list of ids or branches is no filter. A text, also an empty
 * one, finds at most 25: active ones first, then names that begin with it. Each of its first six words is in the name
 * or begins the short name.
 */
export async function listOrganizations(db: Database, filters: OrganizationQuery): Promise<Organization[]> {
  const { ids, within, text } = filters
  const { where, order, limit } = text === undefined ? fullList : searchByText(text)
  const query = db.query
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
  const rows = await query
  return rows.map(toOrganization)
}

interface BranchQuery {
  parentId?: number | undefined
  text: string
  page: number
  pageSize: number
}

/** SQL for the root of the tree when there is only one, so that it is opened at once. */
const singleRoot = sql`(select iif(count(*) = 1, min(head.id), null) from organizations head where head.parent_id is null)`

const childCount = sql<number>`(select count(*) from organizations child where child.parent_id = organizations.id)`

/**
 * Lists a page of the organisations directly below another, or of a search in all, with the path to the parent.
 * Inactive ones come last. Without a parent it opens the only root, or lists the roots. `page` counts from 1; an empty
 * text is no search.
 */
export async function listBranchPage(db: Database, { parentId, text, page, pageSize }: BranchQuery): Promise<Branch> {
  const parent = parentId === undefined ? singleRoot : sql`${parentId}`
  const { where, order } = searchByText(text)
  const condition = text === '' ? sql`organizations.parent_id is ${parent}` : and(...where)
  const [rows, [counted], above] = await Promise.all([
    db.query
      .select({ organization: organizations, childCount: childCount.as('child_count') })
      .from(organizations)
      .where(condition)
      .orderBy(...order, organizations.id)
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query
      .select({ total: sql<number>`count(*)`.as('total') })
      .from(organizations)
      .where(condition),
    db.query
      .select({ id: organizations.id, name: organizations.name, type: organizations.type })
      .from(organizations)
      .innerJoin(sql`organizations own`, sql`own.id = ${parent}`)
      .where(
        sql`organizations.id in (select value from json_each('[' || replace(trim(own.path, '/'), '/', ',') || ']'))`,
      )
      .orderBy(sql`length(organizations.path)`),
  ])
  const items = rows.map((row) => ({ ...toOrganization(row.organization), childCount: row.childCount }))
  return { items, total: counted?.total ?? 0, page, pageSize, above }
}

/**
 * Loads an organisation, also an inactive one. Everybody may see organisations.
 *
 * @throws Refused('not_found') when there is none.
 */
export async function getOrganization(db: Database, id: number): Promise<Organization> {
  const [row] = await db.query.select().from(organizations).where(eq(organizations.id, id))
  if (!row) throw new Refused('not_found')
  return toOrganization(row)
}

/**
 * Lists a person's organisations, inactive ones too, the highest first and then by name. `parents` adds all ancestors,
 * `main` the main organisation. Empty for an external or unknown user; access is not checked here.
 */
export async function listOrganizationsOfUser(
  db: Database,
  userId: number,
  include: { parents: boolean; main: boolean },
): Promise<Organization[]> {
  const above = include.parents
    ? sql`instr(own.path, '/' || organizations.id || '/') > 0`
    : sql`own.id = organizations.id`
  const rows = await db.query
    .select()
    .from(organizations)
    .where(sql`exists (
      select 1 from user_organizations m join organizations own on own.id = m.organization_id
      join users u on u.id = m.user_id and u.is_external = 0
      where m.user_id = ${userId} and ${above}
    ) or (${include.main} and organizations.is_main
      and exists (select 1 from users u where u.id = ${userId} and u.is_external = 0))`)
    .orderBy(organizations.type, organizations.name)
  return rows.map(toOrganization)
}

/** Finds the main organisation of the federation; null before there is one. */
export async function findMainOrganization(db: Database): Promise<Organization | null> {
  const [row] = await db.query.select().from(organizations).where(eq(organizations.isMain, true))
  return row ? toOrganization(row) : null
}

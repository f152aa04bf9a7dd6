import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { type Actor, isSuperadministrator } from '#api/actor.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'
import type { SavedView } from './contract.ts'
import type { ViewList } from './rules.ts'
import { savedViews } from './table.ts'

type StoredView = typeof savedViews.$inferSelect

const columns = { view: savedViews, ownerName: nameOfPerson(sql`saved_views.user_id`).as('owner_name') }

const toView = ({ view, ownerName }: { view: StoredView; ownerName: string | null }, actor: Actor): SavedView => {
  const isOwn = view.userId === actor.id
  return {
    id: view.id,
    list: view.list,
    name: view.name,
    query: view.query,
    isShared: view.isShared,
    ownerName: isOwn ? null : ownerName,
    canRemove: isOwn || isSuperadministrator(actor),
  }
}

/** Lists the caller's own saved views of a list and the shared ones of others, by name. */
export async function listViews(db: Database, actor: Actor, list: ViewList): Promise<SavedView[]> {
  const rows = await db.query
    .select(columns)
    .from(savedViews)
    .where(and(eq(savedViews.list, list), or(eq(savedViews.userId, actor.id), eq(savedViews.isShared, true))))
    .orderBy(sql`lower(${savedViews.name})`, savedViews.id)
  return rows.map((row) => toView(row, actor))
}

/** Finds a saved view by id that is the caller's own or shared; null when there is none. */
export async function findView(db: Database, actor: Actor, id: number): Promise<SavedView | null> {
  const isSeen = or(eq(savedViews.userId, actor.id), eq(savedViews.isShared, true))
  const [row] = await db.query
    .select(columns)
    .from(savedViews)
    .where(and(eq(savedViews.id, id), isSeen))
  return row ? toView(row, actor) : null
}

/**
 * Finds the caller's own saved view of a list by its exact name; null when there is none. Shared views of others are
 * left out.
 */
export async function findOwnView(
  db: Database,
  actor: Actor,
  { list, name }: Pick<StoredView, 'list' | 'name'>,
): Promise<SavedView | null> {
  const isNamed = and(eq(savedViews.userId, actor.id), eq(savedViews.list, list), eq(savedViews.name, name))
  const [row] = await db.query.select(columns).from(savedViews).where(isNamed)
  return row ? toView(row, actor) : null
}

/**
 * Returns the statement that inserts a saved view, or replaces the query and sharing of one with the same owner, list
 * and name. The commit of a new one fails as `views_enough` when the owner has fifty views of the list, by a trigger.
 */
export const upsertView = (db: Database, view: Omit<StoredView, 'id'>) =>
  db.query
    .insert(savedViews)
    .values(view)
    .onConflictDoUpdate({
      target: [savedViews.userId, savedViews.list, savedViews.name],
      set: { query: view.query, isShared: view.isShared },
    })

/**
 * SQL condition on `saved_views`: the row has the id and the actor may remove it. The owner may, and a
 * superadministrator may remove a shared one too.
 */
export const isRemovable = ({ id, roles }: Actor, viewId: number): SQL => {
  const isOwn = sql`saved_views.user_id = ${id}`
  const mayRemove = isSuperadministrator({ roles }) ? sql`(${isOwn} or saved_views.is_shared)` : isOwn
  return sql`saved_views.id = ${viewId} and ${mayRemove}`
}

/**
 * SQL expression: the id of the caller's own saved view of a list with this name, inside the transaction that saves it;
 * null when there is none.
 */
export const selectOwnId = (actor: Actor, { list, name }: Pick<StoredView, 'list' | 'name'>): SQL<number> =>
  sql<number>`(select own_view.id from saved_views own_view
    where own_view.user_id = ${actor.id} and own_view.list = ${list} and own_view.name = ${name})`

const toQueryForm = (text: string) => new URLSearchParams({ of: text }).toString().slice('of='.length).toLowerCase()

/** Capitals of names in Sweden that `lower` of SQLite leaves as they are. */
const otherCapitals = [...'ÅÄÖÆØÉÈÊËÜÁÀÂÍÎÏÓÔÚÛÑÇŠŽÐÞ']

/**
 * SQL: a column in lower case; `toForm` writes a letter as the column has it. The letters are written into the text.
 */
const lowered = (column: string, toForm: (letter: string) => string): SQL =>
  sql.raw(
    otherCapitals.reduce(
      (text, capital) => `replace(${text}, '${toForm(capital)}', '${toForm(capital.toLowerCase())}')`,
      `lower(${column})`,
    ),
  )

/**
 * Returns the statement that removes everybody's saved views whose name or filter contains one of the texts, in
 * capitals or not. Nobody may find a person in them who is erased or protected. An empty list removes none; an empty
 * text would remove all.
 */
export function removeViewsNaming(db: Database, texts: readonly string[]) {
  const inName = JSON.stringify(texts.map((text) => text.toLowerCase()))
  const inQuery = JSON.stringify(texts.map((text) => toQueryForm(text.toLowerCase())))
  const name = lowered('saved_views.name', (letter) => letter)
  const query = lowered('saved_views.query', toQueryForm)
  return removeViews(
    db,
    sql`exists (select 1 from json_each(${inName}) named where instr(${name}, named.value) > 0)
      or exists (select 1 from json_each(${inQuery}) named where instr(${query}, named.value) > 0)`,
  )
}

/** Returns the statement that removes the saved views, of anybody, for which a condition on `saved_views` holds. */
export const removeViews = (db: Database, condition: SQL) => db.query.delete(savedViews).where(condition)

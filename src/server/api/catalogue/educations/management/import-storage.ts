import { type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { withEducationWords } from '../rules.ts'
import { educations } from '../table.ts'

/** A title and its position in the query of `insertImportedEducations`. */
export interface NumberedTitle {
  place: number
  title: string
}

/** The search columns of each title, as a table that SQLite indexes by `place` for the join. */
const searchColumns = (titles: readonly NumberedTitle[]) => sql`(
  with given as materialized (
    select value ->> 'place' as place, value ->> 'searchWords' as search_words, value ->> 'searchKey' as search_key
    from json_each(${JSON.stringify(titles.map(toSearchColumns))})
  ) select * from given)`

function toSearchColumns({ place, title }: NumberedTitle) {
  const { searchWords, searchKey } = withEducationWords({ title })
  return { place, searchWords, searchKey }
}

/**
 * Returns the statements that insert an unpublished education for each `title_key` of a query `titles`, which has
 * `title`, `title_key` and `place`. Each gets the `title` in the first `place`, and an audit entry by the caller. It is
 * free of charge, has no parts or code, and is in the public catalogue once it is published.
 *
 * Titles that exist already are left out, so that two concurrent imports make one education. `placed` has every title
 * that the query may return.
 */
export function insertImportedEducations(ctx: Visitor, titles: SQL, placed: readonly NumberedTitle[]): Statement[] {
  const now = ctx.now.toISOString()
  return [
    insertFrom(
      ctx.db.query,
      educations,
      {
        title: sql`wanted.title`,
        feeMinor: 0,
        vatRate: 0,
        paymentMethods: '[]',
        blockedForExternalUsers: 0,
        inPublicCatalogue: 1,
        customQuestions: '[]',
        createdAt: now,
        changedAt: now,
        deskKey: '',
        searchKey: sql`searched.search_key`,
        searchWords: sql`searched.search_words`,
      },
      sql`from (select title, title_key, min(place) as place from (${titles}) group by title_key) wanted
      cross join ${searchColumns(placed)} searched
      where searched.place = wanted.place and not exists (select 1 from educations e where e.title_key = wanted.title_key)`,
    ),
    recordAuditOfEach(
      ctx,
      'education.created',
      'education',
      sql`select e.id, json_object('title', e.title, 'imported', json('true')) as data
        from (select distinct title_key from (${titles})) wanted
        join educations e on e.title_key = wanted.title_key where e.created_at = ${now}`,
    ),
  ]
}

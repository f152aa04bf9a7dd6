import { type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import type { Statement } from '#platform/database.ts'
import { educations } from '../table.ts'

/**
 * An unpublished education for each `title_key` that a query gives, by the `title` in the first `place`, unless there is one of that title by now: two who import at
 * once make one.
 */
export function insertUnpublished(ctx: Visitor, titles: SQL): Statement[] {
  const now = ctx.now.toISOString()
  return [
    // A select gives every column in the table's order, but for generated ones.
    ctx.db.query.insert(educations).select(sql`
      select null, null, wanted.title, null, null, null, null, null, null, 0, 0, '[]', null, null, null, null, null, null, 0,
        '[]', null, ${now}, ${now}, '', ''
      from (select title, title_key, min(place) from (${titles}) group by title_key) wanted
      where not exists (select 1 from educations e where e.title_key = wanted.title_key)`),
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

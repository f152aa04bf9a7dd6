import { type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { educations } from '../table.ts'

/**
 * An unpublished education for each `title_key` that a query gives, by the `title` in the first `place`, unless there is one of that title by now: two who import at
 * once make one.
 */
export function insertUnpublished(ctx: Visitor, titles: SQL): Statement[] {
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
        customQuestions: '[]',
        createdAt: now,
        changedAt: now,
        deskKey: '',
        searchKey: '',
      },
      sql`from (select title, title_key, min(place) from (${titles}) group by title_key) wanted
      where not exists (select 1 from educations e where e.title_key = wanted.title_key)`,
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

import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import {
  describedPartsOfEducations,
  firstCategoryColor,
  namedCategoriesOfEducations,
} from '#api/catalogue/educations/views.ts'
import { media } from '#api/catalogue/media/table.ts'
import { isEducationVisible, managesEducation } from '#api/catalogue/scope/education-scope.ts'
import { pictureColorOf } from '#api/foundation/files/renditions/storage.ts'
import { publicFileUrl } from '#api/foundation/files/storage.ts'
import { selectExactPeople } from '#api/people/users/find-people.ts'
import { membershipsColumn } from '#api/people/users/storage.ts'
import { users } from '#api/people/users/table.ts'
import type { Database } from '#platform/database.ts'
import type { ExactValues } from './rules.ts'

const categories = sql<string>`(
  select json_group_array(c.name) from ${namedCategoriesOfEducations} c where c.education_id = educations.id
)`.as('category_names')
const parts = sql<string>`(
  select json_group_array(title) from (
    select p.title from ${describedPartsOfEducations} p where p.education_id = educations.id order by p.position
  )
)`.as('part_titles')

/** Returns the table `hits` of `(id, score)`, restricted to rows that meet the condition. */
export type HitsAmong = (shown: SQL) => SQL

/**
 * Selects at most `limit` matching educations that the actor may see and one more, which shows that there are more. The
 * best come first, equal ones by title. `hits` selects the matches of the search text.
 */
export const selectEducations = (db: Database, actor: Actor | null, hits: HitsAmong, limit: number) =>
  db.query
    .select({
      id: educations.id,
      title: educations.title,
      code: educations.code,
      shortDescription: educations.shortDescription,
      pictureUrl: publicFileUrl(sql`educations.picture_file_id`).as('picture_url'),
      pictureColor: pictureColorOf(sql`educations.picture_file_id`).as('picture_color'),
      categoryColor: firstCategoryColor(sql`educations.id`).as('category_color'),
      publishedAt: educations.publishedAt,
      categories,
      parts,
      managed: sql<0 | 1>`${managesEducation(actor) ?? sql`false`}`.as('is_managed'),
    })
    .from(educations)
    .innerJoin(hits(isEducationVisible(actor)), sql`hits.id = educations.id`)
    .where(isEducationVisible(actor))
    .orderBy(sql`hits.score`, educations.titleKey)
    .limit(limit + 1)

const inLibrary = sql`media.in_library = 1`

/**
 * Selects at most `limit` matching media of the library and one more, which shows that there are more. The best come
 * first, equal ones by title. `hits` selects the matches of the search text; access is not checked here.
 */
export const selectMedia = (db: Database, hits: HitsAmong, limit: number) =>
  db.query
    .select({
      id: media.id,
      title: media.title,
      description: media.description,
      kind: media.kind,
      fileId: media.fileId,
      url: media.url,
    })
    .from(media)
    .innerJoin(hits(inLibrary), sql`hits.id = media.id`)
    .where(inLibrary)
    .orderBy(sql`hits.score`, media.title)
    .limit(limit + 1)

/** Conditions on the people who are found: `within` on all, `contactShown` also on those found by an exact value. */
interface PeopleScope {
  within: SQL
  contactShown: SQL
}

/**
 * Selects at most `limit` matching people and one more, which shows that there are more; the best first, equal ones by
 * name. Only people with an active account within `scope.within`. `hits` are matches of the search text, and `exact`
 * values such as an e-mail address match as well where `scope.contactShown` holds.
 */
export function selectPeople(db: Database, scope: PeopleScope, exact: ExactValues, hits: HitsAmong, limit: number) {
  const shown = sql`users.inactive_at is null and ${scope.within}`
  const found = sql`(select id, min(score) as score from (
    select id, score from ${hits(shown)} union all ${selectExactPeople(exact, scope.contactShown)}) group by id) as hits`
  return db.query
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      pictureFileId: users.pictureFileId,
      memberships: sql<string>`${membershipsColumn}`.as('memberships'),
    })
    .from(users)
    .innerJoin(found, sql`hits.id = users.id`)
    .where(shown)
    .orderBy(sql`hits.score`, users.lastName, users.firstName)
    .limit(limit + 1)
}

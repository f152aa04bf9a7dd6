import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import {
  describedPartsOfEducations,
  educationsView,
  firstCategoryColor,
  namedCategoriesOfEducations,
  partsOfEducations,
} from '#api/catalogue/educations/views.ts'
import { media } from '#api/catalogue/media/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { isGivenFor } from '#api/catalogue/occasions/views.ts'
import { isEducationVisible } from '#api/catalogue/scope/education-scope.ts'
import { publicAddress } from '#api/foundation/files/storage.ts'
import { membershipsColumn } from '#api/people/users/storage.ts'
import { users } from '#api/people/users/table.ts'
import type { Database } from '#platform/database.ts'

const categories = sql<string>`(
  select json_group_array(c.name) from ${namedCategoriesOfEducations} c where c.education_id = educations.id
)`.as('category_names')
const parts = sql<string>`(
  select json_group_array(title) from (
    select p.title from ${describedPartsOfEducations} p where p.education_id = educations.id order by p.position
  )
)`.as('part_titles')

const column = <Value>(expression: unknown, alias: string) => sql<Value>`${expression}`.as(alias)

/** Returns the table `hits` of `(id, score)`, restricted to rows that meet the condition. */
type HitsAmong = (shown: SQL) => SQL

/** Selects matching educations, best first; one row more than `limit`, like the other selects of this file. */
export const selectEducations = (db: Database, actor: Actor | null, hits: HitsAmong, limit: number) =>
  db.query
    .select({
      id: educations.id,
      title: educations.title,
      code: educations.code,
      shortDescription: educations.shortDescription,
      pictureUrl: publicAddress(sql`educations.picture_file_id`).as('picture_url'),
      categoryColor: firstCategoryColor(sql`educations.id`).as('category_color'),
      publishedAt: educations.publishedAt,
      categories,
      parts,
    })
    .from(educations)
    .innerJoin(hits(isEducationVisible(actor)), sql`hits.id = educations.id`)
    .where(isEducationVisible(actor))
    .orderBy(sql`hits.score`, educations.titleKey)
    .limit(limit + 1)

/** SQL: id of the first visible education of the occasion; null, which excludes the occasion, when there is none. */
const selectEducationId = (actor: Actor | null) => sql<number>`(
  select educations.id from ${partsOfEducations} held_part join ${educationsView} educations on educations.id = held_part.education_id
  where ${isGivenFor('occasions', 'held_part')} and ${isEducationVisible(actor)}
  order by educations.id limit 1
)`

const isUpcoming = (now: Date) => sql`occasions.starts_at > ${now.toISOString()} and occasions.canceled_at is null`

/** Selects matching future occasions, best first, then earliest. */
export const selectOccasions = (db: Database, actor: Actor | null, hits: HitsAmong, limit: number, now: Date) =>
  db.query
    .select({
      id: column<number>(occasions.id, 'id'),
      educationId: selectEducationId(actor).as('found_education_id'),
      educationTitle: sql<string>`(select title from ${educationsView} where id = ${selectEducationId(actor)})`.as(
        'education_title',
      ),
      educationPartId: occasions.educationPartId,
      type: educationParts.type,
      title: column<string | null>(occasions.title, 'occasion_title'),
      partTitle: column<string>(educationParts.title, 'part_title'),
      startsAt: occasions.startsAt,
      endsAt: occasions.endsAt,
      city: occasions.city,
      venue: occasions.venue,
    })
    .from(occasions)
    .innerJoin(hits(sql`${isUpcoming(now)} and ${selectEducationId(actor)} is not null`), sql`hits.id = occasions.id`)
    .innerJoin(educationParts, sql`${educationParts.id} = ${occasions.educationPartId}`)
    .where(sql`${isUpcoming(now)} and ${selectEducationId(actor)} is not null`)
    // Occasions of one education have similar scores, so rounded scores let the earliest come first.
    .orderBy(sql`round(hits.score)`, occasions.startsAt)
    .limit(limit + 1)

const inLibrary = sql`media.in_library = 1`

/** Selects matching media of the library, best first. */
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

/** Selects matching people with an active account who meet the condition `within`, best first. */
export const selectPeople = (db: Database, within: SQL, hits: HitsAmong, limit: number) =>
  db.query
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      pictureFileId: users.pictureFileId,
      memberships: sql<string>`${membershipsColumn}`.as('memberships'),
    })
    .from(users)
    .innerJoin(hits(sql`users.inactive_at is null and ${within}`), sql`hits.id = users.id`)
    .where(sql`users.inactive_at is null and ${within}`)
    .orderBy(sql`hits.score`, users.lastName, users.firstName)
    .limit(limit + 1)

import { and, asc, eq, sql } from 'drizzle-orm'
import { educationCategories } from '#api/catalogue/education-categories/table.ts'
import { selectEducation, toEducation } from '#api/catalogue/educations/storage.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import {
  categoriesOfEducations,
  educationsView,
  partsOfEducations,
  prerequisitesOfEducations,
  responsiblesOfEducations,
} from '#api/catalogue/educations/views.ts'
import { selectOccasions, toOfferedOccasion } from '#api/catalogue/occasions/storage.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { isOfferedIn, occasionsView, responsiblesOfOccasions } from '#api/catalogue/occasions/views.ts'
import type { Visitor } from '#api/context.ts'
import { personPictureUrl } from '#api/foundation/files/address.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'
import { Refused } from '#api/refusals.ts'
import type { Database } from '#platform/database.ts'
import { feeRangeFrom, openFeesOf, partsOf } from './card-facts.ts'
import { type CardReader, selectNextOccasion } from './conditions.ts'
import { EducationFilter, type EducationView } from './contract.ts'
import { parseNextOccasion } from './storage.ts'

const maxOccasions = 200

const selectUpcomingOccasions = ({ db, actor, now }: Visitor, educationId: number) =>
  selectOccasions(db, actor)
    .where(
      and(
        sql`exists (select 1 from ${partsOfEducations} held where held.education_id = ${educationId}
          and ${isOfferedIn('occasions', 'held')})`,
        sql`${occasions.endsAt} > ${now.toISOString()}`,
      ),
    )
    .orderBy(asc(occasions.startsAt), asc(occasions.id))
    .limit(maxOccasions)

const selectCategories = (db: Database, educationId: number) =>
  db.query
    .select({ id: educationCategories.id, name: educationCategories.name, color: educationCategories.color })
    .from(educationCategories)
    .where(
      sql`${educationCategories.id} in (select education_category_id from ${categoriesOfEducations} where education_id = ${educationId})`,
    )
    .orderBy(educationCategories.position, educationCategories.name)

const selectPrerequisites = (db: Database, educationId: number) =>
  db.query
    .select({ id: educations.id, title: educations.title })
    .from(educations)
    .where(
      sql`${educations.id} in (select prerequisite_education_id from ${prerequisitesOfEducations} where education_id = ${educationId})`,
    )
    .orderBy(educations.titleKey)

/** Selects the price and the next date of the education's card for a person. */
const selectCardFacts = (db: Database, educationId: number, { now, isExternal }: CardReader) =>
  db.query
    .select({
      feeMinor: educations.feeMinor,
      parts: partsOf(educations.id).as('parts_of_card'),
      openFees: openFeesOf(educations.id, now, isExternal).as('open_fees'),
      nextOccasion: selectNextOccasion(EducationFilter.parse({}), { now, isExternal }),
    })
    .from(educations)
    .where(eq(educations.id, educationId))

/** Selects the people who are responsible for the education, are its contact or lead a future occasion. */
const selectPeople = (db: Database, educationId: number, now: Date) =>
  db.query
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      pictureFileId: users.pictureFileId,
    })
    .from(users)
    .where(
      sql`${users.id} in (
        select user_id from ${responsiblesOfEducations} where education_id = ${educationId}
        union select contact_user_id from ${educationsView} where id = ${educationId} and contact_user_id is not null
        union select r.user_id from ${partsOfEducations} ep join ${occasionsView} o on o.education_part_id = ep.education_part_id
          join ${responsiblesOfOccasions} r on r.occasion_id = o.id
          where ep.education_id = ${educationId} and o.ends_at > ${now.toISOString()} and o.canceled_at is null
      )`,
    )
    .orderBy(users.lastName, users.firstName)
    .limit(100)

const selectOrganizer = (db: Database, educationId: number) =>
  db.query
    .select({ name: organizations.name })
    .from(organizations)
    .where(
      sql`${organizations.id} = (select organizer_organization_id from ${educationsView} where id = ${educationId})`,
    )

/**
 * Loads what the page of an education shows to everybody who may see it, in one round trip: education, parts,
 * occasions, people and prices. At most 200 occasions that have not ended, by start, cancelled ones included; at most
 * 100 people who are responsible, the contact or leaders of coming occasions.
 *
 * @throws Refused('not_found') when the education does not exist or is not visible to the caller.
 */
export async function loadEducationView(ctx: Visitor, educationId: number): Promise<EducationView> {
  const { db, actor, now } = ctx
  const [[detail], parts, upcoming, categories, prerequisites, people, [organizer], [card]] = await Promise.all([
    ...selectEducation(db, actor, educationId),
    selectUpcomingOccasions(ctx, educationId),
    selectCategories(db, educationId),
    selectPrerequisites(db, educationId),
    selectPeople(db, educationId, now),
    selectOrganizer(db, educationId),
    selectCardFacts(db, educationId, { now: now.toISOString(), isExternal: actor?.isExternal ? 1 : 0 }),
  ])
  if (!detail || !card) throw new Refused('not_found')
  return {
    education: toEducation(detail, parts),
    occasions: upcoming.map(toOfferedOccasion),
    categories,
    prerequisites,
    nextOccasion: parseNextOccasion(card.nextOccasion),
    feeRange: feeRangeFrom(card),
    people: people.map(({ id, firstName, lastName, pictureFileId }) => ({
      id,
      name: `${firstName} ${lastName}`,
      pictureUrl: personPictureUrl(ctx, pictureFileId),
    })),
    organizer: organizer?.name ?? null,
  }
}

import { educationCategories } from '#api/education-categories/table.ts'
import { educationParts } from '#api/education-parts/table.ts'
import {
  educationPrerequisites,
  educationResponsibles,
  educations,
  educationToCategory,
  educationToPart,
  educationToRole,
  partDependencies,
} from '#api/educations/table.ts'
import { media, mediaTags, mediaToEducation, mediaToTag } from '#api/media/table.ts'
import { occasionResponsibles, occasions } from '#api/occasions/table.ts'
import { educationPartResults, educationResults } from '#api/results/table.ts'
import { database } from './portal.ts'
import { inDays, inHours } from './time.ts'

const now = new Date()

const only = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error('nothing was inserted')
  return row
}

export async function category(name: string, active = true): Promise<number> {
  const row = { name, active, changedAt: now }
  return only(await database().query.insert(educationCategories).values(row).returning({ id: educationCategories.id }))
    .id
}

type WantedPart = Partial<typeof educationParts.$inferInsert> & { responsibleIds?: number[] }

export async function part({ responsibleIds: _, ...wanted }: WantedPart = {}): Promise<number> {
  const row = { title: 'Teori', type: 0 as const, customQuestions: [], createdAt: now, changedAt: now, ...wanted }
  return only(await database().query.insert(educationParts).values(row).returning({ id: educationParts.id })).id
}

type WantedEducation = Partial<typeof educations.$inferInsert> & {
  published?: boolean
  categoryIds?: number[]
  roleIds?: number[]
  responsibleIds?: number[]
  prerequisiteIds?: number[]
  partIds?: number[]
  /** Part id to the ids of its prerequisites. */
  dependencies?: Record<number, number[]>
}

/** An education with its parts and surroundings, straight into the database. */
export async function education(wanted: WantedEducation = {}): Promise<number> {
  const { published = true, categoryIds = [], roleIds = [], responsibleIds = [], ...rest } = wanted
  const { prerequisiteIds = [], partIds = [], dependencies = {}, ...fields } = rest
  const { query, commit } = database()
  const row = { title: 'Grundkurs', paymentMethods: [], customQuestions: [], createdAt: now, changedAt: now }
  const values = { ...row, publishedAt: published ? now : null, ...fields }
  const { id } = only(await query.insert(educations).values(values).returning({ id: educations.id }))
  await commit([
    ...categoryIds.map((it) => query.insert(educationToCategory).values({ educationId: id, educationCategoryId: it })),
    ...roleIds.map((it) =>
      query.insert(educationToRole).values({ educationId: id, educationRoleId: it, kind: 'trains' }),
    ),
    ...responsibleIds.map((userId) => query.insert(educationResponsibles).values({ educationId: id, userId })),
    ...prerequisiteIds.map((it) =>
      query.insert(educationPrerequisites).values({ educationId: id, prerequisiteEducationId: it }),
    ),
    ...partIds.map((it, position) =>
      query.insert(educationToPart).values({ educationId: id, educationPartId: it, position }),
    ),
    ...Object.entries(dependencies).flatMap(([partId, before]) =>
      before.map((it) =>
        query
          .insert(partDependencies)
          .values({ educationId: id, educationPartId: Number(partId), prerequisitePartId: it }),
      ),
    ),
  ])
  return id
}

type WantedOccasion = Partial<typeof occasions.$inferInsert> & { educationPartId: number; responsibleIds?: number[] }

export async function occasion({ responsibleIds = [], ...wanted }: WantedOccasion): Promise<number> {
  const startsAt = wanted.startsAt ?? inDays(14)
  const row = {
    startsAt,
    endsAt: inHours(3, startsAt),
    sessions: [],
    city: 'Karlstad',
    paymentMethods: [],
    customQuestions: [],
    createdAt: now,
    changedAt: now,
    ...wanted,
  }
  const { query } = database()
  const { id } = only(await query.insert(occasions).values(row).returning({ id: occasions.id }))
  for (const userId of responsibleIds) await query.insert(occasionResponsibles).values({ occasionId: id, userId })
  return id
}

type WantedResult = Partial<typeof educationPartResults.$inferInsert> & { userId: number; educationPartId: number }

export async function partResult(wanted: WantedResult): Promise<number> {
  const row = { customAnswers: [], signedUpAt: now, createdAt: now, changedAt: now, ...wanted }
  const inserted = database().query.insert(educationPartResults).values(row)
  return only(await inserted.returning({ id: educationPartResults.id })).id
}

type WantedEducationResult = Partial<typeof educationResults.$inferInsert> & { userId: number; educationId: number }

export async function educationResult(wanted: WantedEducationResult): Promise<number> {
  const row = { signedUpAt: now, createdAt: now, changedAt: now, ...wanted }
  const inserted = database().query.insert(educationResults).values(row)
  return only(await inserted.returning({ id: educationResults.id })).id
}

type WantedMedia = Partial<typeof media.$inferInsert> & { educationIds?: number[]; tagIds?: number[] }

export async function medium({ educationIds = [], tagIds = [], ...wanted }: WantedMedia = {}): Promise<number> {
  const { query } = database()
  const row = { title: 'Kursbok', kind: 1 as const, url: 'https://example.se/bok', uploadedByUserId: 1 }
  const inserted = query.insert(media).values({ ...row, createdAt: now, changedAt: now, ...wanted })
  const { id } = only(await inserted.returning({ id: media.id }))
  for (const educationId of educationIds) await query.insert(mediaToEducation).values({ mediaId: id, educationId })
  for (const mediaTagId of tagIds) await query.insert(mediaToTag).values({ mediaId: id, mediaTagId })
  return id
}

export async function mediaTag(name: string): Promise<number> {
  return only(await database().query.insert(mediaTags).values({ name }).returning({ id: mediaTags.id })).id
}

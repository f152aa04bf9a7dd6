import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { educations } from '#api/catalogue/educations/table.ts'
import { features } from '#api/features.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import type {
  PublicEducation,
  PublicEducationView,
  PublicFilters,
  PublicLicense,
  PublicOccasion,
} from '#api/office/public-catalogue/contract.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { category, createEducation, createOccasion, education } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { createLicense } from '../licenses.ts'
import { anonymous, database, invalidateCache, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'

await configurePortal({ features: [...features] })
const now = new Date()
await database()
  .query.insert(organizations)
  .values(
    [
      { id: 1, name: 'Förbundet', type: 0 as const, path: '/1/', isMain: true },
      { id: 2, name: 'Norra distriktet', type: 1 as const, parentId: 1, path: '/1/2/' },
      { id: 3, name: 'Kiruna MK', type: 2 as const, parentId: 2, path: '/1/2/3/' },
      { id: 4, name: 'Södra distriktet', type: 1 as const, parentId: 1, path: '/1/4/' },
    ].map((row) => ({ ...row, createdAt: now, changedAt: now })),
  )
const office = await signedIn({ roles: { SuperAdministrator: {} } })
const rally = await category('Rally')
const open = await createEducation([{ title: 'Teori' }], {
  title: 'Banchef',
  feeMinor: 10_000,
  minAge: 13,
  maxAge: 17,
  categoryIds: [rally],
})
const few = await createOccasion(open.firstPartId, {
  organizerOrganizationId: 3,
  feeMinor: 25_000,
  maxParticipants: 3,
  onlineUrl: 'https://secret.example/room',
  description: 'Ring Greta Garbo',
})
const hidden = {
  draft: await createEducation([{}], { title: 'Utkastet', publishedAt: null }),
  archived: await createEducation([{}], { title: 'Arkivet', archivedAt: now }),
  internal: await createEducation([{}], { title: 'Internt', inPublicCatalogue: false }),
}
for (const { firstPartId } of Object.values(hidden)) await createOccasion(firstPartId, { organizerOrganizationId: 3 })
await invalidateCache()

const ask = (path: string) => anonymous('GET', `/Catalogue${path}`)
const read = async <Body>(path: string) => bodyOf<Body>(ask(path))
const titles = async (query = '') =>
  (await read<{ items: PublicEducation[] }>(`/educations${query}`)).items.map(({ title }) => title)

describe('visitors see', () => {
  test('a published education with its next date, its price and how many seats are left when few are', async () => {
    const { items, total } = await read<{ items: PublicEducation[]; total: number }>('/educations')
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({
      title: 'Banchef',
      feeRange: { from: 350, to: 350 },
      nextOccasion: { city: 'Karlstad', seats: 'few', availableSeats: 3, others: 0 },
    })
  })

  test('both ages that it is for, in the list and on its page', async () => {
    const { items } = await read<{ items: PublicEducation[] }>('/educations')
    const { education } = await read<PublicEducationView>(`/educations/${open.id}`)
    for (const shown of [items[0], education]) expect(shown).toMatchObject({ minAge: 13, maxAge: 17 })
  })

  test('its dates with club and district, without meeting links or free text', async () => {
    const occasions = await read<PublicOccasion[]>('/occasions')
    expect(occasions).toMatchObject([
      { id: few.id, organizer: 'Kiruna MK', district: 'Norra distriktet', fee: 350, isOnline: true, availableSeats: 3 },
    ])
    expect(JSON.stringify(occasions)).not.toMatch(/secret|Garbo|maxParticipants|booked/)
  })

  test('what the filters match: branch, district, club, text', async () => {
    expect(await titles(`?category=${rally}`)).toEqual(['Banchef'])
    expect(await titles('?category=999')).toEqual([])
    expect(await titles('?district=2&freeSpots=true')).toEqual(['Banchef'])
    expect(await titles('?district=4')).toEqual([])
    expect(await titles('?text=banchef')).toEqual(['Banchef'])
    expect(await read('/occasions?district=4')).toEqual([])
    expect(await read('/occasions?club=3')).toHaveLength(1)
    const filters = await read<PublicFilters>('/filters')
    expect(filters.clubs).toEqual([{ id: 3, name: 'Kiruna MK' }])
    expect(filters.categories).toMatchObject([{ name: 'Rally' }])
  })

  test('a way to a licence, without the name of an education that is hidden', async () => {
    const { id } = await createLicense(office, {
      name: 'Banchefslicens',
      requiredEducationIds: [open.id, hidden.internal.id],
    })
    const license = await read<PublicLicense>(`/licenses/${id}`)
    expect(license.steps).toEqual([
      { kind: 'education', id: open.id, title: 'Banchef' },
      { kind: 'education', id: null, title: null },
    ])
    const list = await read<{ items: { id: number }[] }>('/educations')
    expect(license.educations).toEqual(list.items.filter((one) => one.id === open.id))
    const view = await read<PublicEducationView>(`/educations/${open.id}`)
    expect(view.licenses).toEqual([{ id, name: 'Banchefslicens' }])
    expect((await read<{ licenses: unknown[] }>('/addresses')).licenses).toMatchObject([{ id }])
  })
})

test('other sites get a photograph of an education, and no drawing, which they do not show', async () => {
  const photoOf = async (contentType: string | null) => {
    const { id } = await createEducation([{}], { title: `Bild ${contentType}`, inPublicCatalogue: true })
    if (contentType) {
      const file = { name: 'b', contentType, size: 1, sha256: '0', key: contentType, createdAt: now, cleaned: true }
      const stored = await database()
        .query.insert(storedFiles)
        .values({ ...file, visibility: 'Public', purpose: 'EducationPicture' })
        .returning()
      const pictureFileId = stored[0]?.id ?? null
      await database().query.update(educations).set({ pictureFileId }).where(eq(educations.id, id))
    }
    const { education } = await read<PublicEducationView>(`/educations/${id}`)
    await database().query.update(educations).set({ publishedAt: null }).where(eq(educations.id, id))
    return education
  }
  const photo = await photoOf('image/jpeg')
  expect(photo.photoUrl).toMatch(/^\/api\/files\/[0-9a-f]{32}$/)
  expect(photo.photoUrl).toBe(photo.pictureUrl)
  expect(await photoOf('image/svg+xml')).toMatchObject({ photoUrl: null, pictureUrl: expect.any(String) })
  expect(await photoOf(null)).toMatchObject({ photoUrl: null, pictureUrl: null })
})

describe('visitors never see', () => {
  test.each(Object.entries(hidden))('hidden data: %s', async (_name, { id, title }) => {
    expect((await ask(`/educations/${id}`)).status).toBe(404)
    for (const path of ['/educations', `/educations?text=${title}`, '/occasions', '/addresses', '/filters'])
      expect(await (await ask(path)).text(), path).not.toContain(title)
    expect(await read(`/occasions?education=${id}`)).toEqual([])
  })

  test('the name of a hidden prerequisite, which is only counted', async () => {
    const id = await education({ title: 'Fortsättning', prerequisiteIds: [open.id, hidden.draft.id] })
    const view = await read<PublicEducationView>(`/educations/${id}`)
    expect(view).toMatchObject({ prerequisites: [{ id: open.id, title: 'Banchef' }], hiddenPrerequisites: 1 })
  })

  test('more than other visitors, even with a role', async () => {
    for (const { id } of Object.values(hidden))
      expect((await office.fetch('GET', `/Catalogue/educations/${id}`)).status).toBe(404)
    expect(await bodyOf(office.fetch('GET', '/Catalogue/occasions?club=3'))).toHaveLength(1)
  })

  test('anything while the catalogue is off, or licences while that feature is off', async () => {
    await configurePortal({ features: [] })
    for (const path of ['/educations', '/occasions', '/filters', '/licenses', '/addresses', `/educations/${open.id}`])
      expect((await ask(path)).status, path).toBe(404)
    await configurePortal({ features: ['PublicCatalogue'] })
    expect(await read('/licenses')).toEqual([])
    expect((await read<PublicEducationView>(`/educations/${open.id}`)).licenses).toEqual([])
    await configurePortal({ features: [...features] })
  })
})

test('an education that its editor hides disappears at once', async () => {
  const { id } = await createEducation([{}], { title: 'Snart borta', categoryIds: [rally] })
  await invalidateCache()
  expect(await titles()).toContain('Snart borta')
  const before = await office.json<Record<string, unknown>>('GET', `/Educations/${id}`)
  const form = new FormData()
  form.set('education', JSON.stringify({ ...before, inPublicCatalogue: false }))
  expect((await office.fetch('PUT', '/Educations', form)).status).toBe(200)
  expect(await titles()).not.toContain('Snart borta')
})

test.each(['?category=x', '?district=0', '?page=0', '?freeSpots=maybe'])('bad input is refused: %s', async (query) => {
  expect((await ask(`/educations${query}`)).status).toBe(400)
})

import { eq, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import type { Tag } from '#api/participation/tags/contract.ts'
import { createEducation, createOccasion, holdOccasion } from '../../catalogue.ts'
import { anonymous, database, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'
import { resultsPath, signUp } from '../results/fixtures.ts'
import { admin, createOccasionSet, prepareTags, saveTag, signUpToSet } from './fixtures.ts'

const { query } = database()
await prepareTags()

describe('definition of a set', () => {
  const read = async <Answer>(path: string, person = admin) => person.json<Answer>('GET', path)

  test('its seats, approval and payment methods combine those of all', async () => {
    const paid = { feeMinor: 100, paymentMethods: [0, 1] as (0 | 1)[] }
    const { tag, ids, partIds } = await createOccasionSet([
      { ...paid, maxParticipants: 5 },
      { ...paid, paymentMethods: [1], needsApproval: true },
    ])
    await query
      .update(occasions)
      .set({ bookedCount: 2 })
      .where(eq(occasions.id, ids[0] ?? 0))
    const own = `${tag.id}/educationPart/${partIds[0]}`
    expect(await read(`/tag/AvailableSpotsOnConnectedOccasions/${own}`)).toBe(3)
    expect(await read(`/tag/AvailableSpotsOnConnectedOccasions/${own}/occasion/${ids[0]}`)).toBe(3)
    expect(await read(`/tag/AnyConnectedOccasionsNeedsApproval/${own}/occasion/${ids[0]}`)).toBe(true)
    for (const path of [`tag//${tag.id}`, `tag/${tag.id}`, `tag/${ids[0]}/${tag.id}`])
      expect(await read(`/tag/UsedPaymentMethodsByOccasionId/${path}`)).toEqual([1])
    const connected = await read<Occasion[]>(`/tag/ConnectedOccasionsByTag/${own}`)
    expect(connected.map(({ id, tagId }) => [id, tagId])).toEqual([[ids[1], tag.id]])
    expect(await read(`/tag/ConnectedOccasions/occasion/${ids[0]}`)).toEqual(connected)
    expect(await read('/tag/ConnectedOccasions/occasion/999999')).toEqual([])
    expect(await read(`/tag/AreAllOccasionsInFuture?tagId=${tag.id}&educationPartId=${partIds[0]}`)).toBe(true)
    await query
      .update(occasions)
      .set({ startsAt: inDays(-1) })
      .where(eq(occasions.id, ids[1] ?? 0))
    expect(await read(`/tag/AreAllOccasionsInFuture?tagId=${tag.id}`)).toBe(false)
  })

  test('is returned to people who may see it; an unknown one is not found', async () => {
    const { tag, partIds } = await createOccasionSet([{}, {}], { publishedAt: null })
    const path = `/tag/AvailableSpotsOnConnectedOccasions/${tag.id}/educationPart/${partIds[0]}`
    expect((await (await signedIn()).fetch('GET', path)).status).toBe(404)
    expect((await admin.fetch('GET', path)).status).toBe(200)
    expect((await admin.fetch('GET', `${path}/occasion/999999`)).status).toBe(404)
    expect((await anonymous('GET', path)).status).toBe(401)
  })

  test('the tags of an unpublished education are listed for those who may see it', async () => {
    const { tag, educationId } = await createOccasionSet([{}, {}], { publishedAt: null })
    const path = `/tag/education/${educationId}`
    expect(await read(path, await signedIn())).toEqual([])
    expect(await read<Tag[]>(path)).toMatchObject([{ id: tag.id }])
  })

  test('a result shows the person’s other results on the set by their status, to those who may read them', async () => {
    const { tag } = await createOccasionSet([{}, {}, {}])
    const person = await signedIn()
    const [first, second, third] = await bodyOf<EducationPartResult[]>(signUpToSet(person, tag.id))
    await holdOccasion(third?.occasionId ?? 0)
    await admin.fetch('PUT', resultsPath, [{ resultId: third?.resultId, userId: person.id, attended: true }])
    const path = (type: string | number) => `/tag/ConnectedResults/result/${first?.resultId}/ResultStatusType/${type}`
    const idsOf = async (type: string | number) =>
      (await read<EducationPartResult[]>(path(type), person)).map(({ resultId }) => resultId)
    expect(await idsOf(0)).toEqual([second?.resultId])
    expect(await idsOf('Attended')).toEqual([third?.resultId])
    expect(await idsOf(2)).toEqual([])
    expect((await person.fetch('GET', path(7))).status).toBe(400)
    expect((await (await signedIn()).fetch('GET', path(0))).status).toBe(404)
  })
})

describe('a tag', () => {
  test('is listed with its education, renamed, tied to others and removed', async () => {
    const { tag, ids, educationId, partIds } = await createOccasionSet()
    const list = () => admin.json<Tag[]>('GET', `/tag/education/${educationId}`)
    expect(await list()).toEqual([{ id: tag.id, educationId, name: tag.name, occasionIds: ids }])
    const later = (await createOccasion(partIds[0] ?? 0, { startsAt: inDays(90), endsAt: inDays(91) })).id
    const change = { name: 'Våren', occasionIds: [later, ids[1]] }
    expect(await admin.json('PUT', `/tag/${tag.id}`, change)).toMatchObject({
      name: 'Våren',
      occasionIds: [ids[1], later],
    })
    expect((await admin.fetch('DELETE', `/tag/${tag.id}`)).status).toBe(204)
    expect(await list()).toEqual([])
    const free = await query.select().from(occasions).where(isNull(occasions.tagId))
    expect(free.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids, later]))
  })

  test('groups one occasion of each part of its education, without participants', async () => {
    const { tag, ids, partIds, educationId } = await createOccasionSet()
    const twin = (await createOccasion(partIds[0] ?? 0)).id
    const change = (occasionIds: (number | undefined)[]) =>
      bodyOf(admin.fetch('PUT', `/tag/${tag.id}`, { name: tag.name, occasionIds }))
    expect(await change([ids[0], twin])).toMatchObject({ code: 'tag_part_twice' })
    const foreign = (await createOccasion((await createEducation([{}])).firstPartId)).id
    expect(await change([ids[0], foreign])).toMatchObject({ fields: { occasionIds: expect.any(String) } })
    expect((await signUp(await signedIn(), twin)).status).toBe(200)
    expect(await change([twin, ids[1]])).toMatchObject({ code: 'tag_occasion_booked' })
    expect(await bodyOf(saveTag({ educationId, name: tag.name }))).toMatchObject({ code: 'tag_name_taken' })
  })

  test('two concurrent groupings of different occasions of a part store one of them', async () => {
    const { tag, ids, partIds } = await createOccasionSet()
    const [one, other] = [(await createOccasion(partIds[0] ?? 0)).id, (await createOccasion(partIds[0] ?? 0)).id]
    await Promise.all(
      [one, other].map((id) => admin.fetch('PUT', `/tag/${tag.id}`, { name: tag.name, occasionIds: [id, ids[1]] })),
    )
    const tied = await query.select().from(occasions).where(eq(occasions.tagId, tag.id))
    expect(tied.filter(({ educationPartId }) => educationPartId === partIds[0])).toHaveLength(1)
  })

  test('is created and changed by the managers of its education', async () => {
    const { tag, educationId } = await createOccasionSet()
    const educator = await signedIn({ roles: { Educator: {} } })
    const learner = await signedIn()
    for (const person of [educator, learner]) {
      expect((await saveTag({ educationId, name: 'Min' }, person)).status).toBe(403)
      expect((await person.fetch('PUT', `/tag/${tag.id}`, { name: 'Min', occasionIds: [] })).status).toBe(403)
      expect((await person.fetch('DELETE', `/tag/${tag.id}`)).status).toBe(403)
    }
    expect((await saveTag({ educationId: 999_999, name: 'Min' })).status).toBe(404)
    expect((await saveTag({ educationId, name: ' ' })).status).toBe(400)
    expect((await admin.fetch('PUT', '/tag/999999', { name: 'Min', occasionIds: [] })).status).toBe(404)
  })

  test('sent twice under one key is created once', async () => {
    const { id } = await createEducation([{}])
    const send = () =>
      admin.fetch('POST', '/tag', { educationId: id, name: 'En' }, { 'idempotency-key': 'the-same-tag-again' })
    expect(await bodyOf<Tag>(send())).toEqual(await bodyOf<Tag>(send()))
  })
})

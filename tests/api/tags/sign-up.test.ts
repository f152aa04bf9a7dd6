import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { createEducation, dependOn } from '../../catalogue.ts'
import { configurePortal } from '../../configuration.ts'
import { anonymous, database, invalidateCache, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'
import { resultsPath, signUp } from '../results/fixtures.ts'
import { admin, createOccasionSet, listLiveResults, loadBookedCount, prepareTags, signUpToSet } from './fixtures.ts'

const { query } = database()
await prepareTags()

describe('signing up to a set', () => {
  test('books every occasion of it, by the call for sets or for any one of them', async () => {
    const { ids, tag } = await createOccasionSet([{}, {}, {}])
    const [one, other] = [await signedIn(), await signedIn()]
    const results = await bodyOf<EducationPartResult[]>(signUpToSet(one, tag.id, { occasionIds: [...ids].reverse() }))
    expect(results.map(({ occasionId }) => occasionId)).toEqual(ids)
    const [, second] = ids
    const answered = await bodyOf<EducationPartResult[]>(signUp(other, second ?? 0))
    expect(answered.map(({ occasionId }) => occasionId)).toEqual([ids[1], ids[0], ids[2]])
    expect(await Promise.all(ids.map(loadBookedCount))).toEqual([2, 2, 2])
  })

  test('states the first of the last moments to cancel, since all of it is cancelled together', async () => {
    const person = await signedIn()
    const first = inDays(3)
    const { ids } = await createOccasionSet([{ lastCancelAt: inDays(9) }, { lastCancelAt: first }])
    const offer = await person.json<SignUpOffer>(
      'GET',
      `/user/${person.id}/canUserSignUpToEducationForOccasion/${ids[0]}`,
    )
    expect(offer.cancelableUntil).toBe(first.toISOString())
  })

  test('books none of it when one is full, cancelled, started or refused for any other reason', async () => {
    const person = await signedIn()
    for (const [spoilt, code] of [
      [{ maxParticipants: 1, bookedCount: 1 }, 'occasion_full'],
      [{ startsAt: inDays(-1) }, 'occasion_started'],
      [{ lastSignUpAt: inDays(-1) }, 'sign_up_closed'],
    ] as const) {
      const { ids, tag } = await createOccasionSet([{}, {}])
      await query
        .update(occasions)
        .set(spoilt)
        .where(eq(occasions.id, ids[1] ?? 0))
      const refused = await signUpToSet(person, tag.id)
      expect([refused.status, await bodyOf<object>(refused)]).toEqual([409, expect.objectContaining({ code })])
      expect((await signUp(person, ids[0] ?? 0)).status).toBe(409)
    }
    expect(await listLiveResults(person.id)).toEqual([])
  })

  test('the last seat of one of them goes to one person, who gets all; the other gets none', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { ids, tag } = await createOccasionSet([
        { maxParticipants: 9 },
        { maxParticipants: 1 },
        { maxParticipants: 9 },
      ])
      const people = await Promise.all([signedIn(), signedIn(), signedIn(), signedIn()])
      // Each person signs up through another occasion of the set, and one through the call for sets.
      const answers = await Promise.all(
        people.map((person, at) => (ids[at] ? signUp(person, ids[at]) : signUpToSet(person, tag.id))),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      expect(await Promise.all(ids.map(loadBookedCount))).toEqual([1, 1, 1])
      const counts = await Promise.all(people.map(async ({ id }) => (await listLiveResults(id)).length))
      expect(counts.sort()).toEqual([0, 0, 0, 3])
    }
  })

  test('may include the prerequisites of its parts, but not skip others', async () => {
    const { educationId, partIds, tag } = await createOccasionSet([{}, {}])
    await dependOn(educationId, partIds[1] ?? 0, partIds[0] ?? 0)
    expect((await signUpToSet(await signedIn(), tag.id)).status).toBe(200)
    const apart = await createOccasionSet([{}, {}])
    const [before] = (await createEducation([{}])).partIds
    await dependOn(apart.educationId, apart.partIds[1] ?? 0, before ?? 0)
    expect(await bodyOf(signUpToSet(await signedIn(), apart.tag.id))).toMatchObject({ code: 'prerequisites_missing' })
  })

  test('is pending as a whole when one requires approval, and is approved as a whole', async () => {
    const { ids, tag } = await createOccasionSet([{}, { needsApproval: true }])
    const person = await signedIn()
    const results = await bodyOf<EducationPartResult[]>(signUpToSet(person, tag.id))
    expect(results.map(({ signUpDate }) => signUpDate)).toEqual([null, null])
    const [first] = results
    const approve = [{ resultId: first?.resultId, userId: person.id, signUpDate: new Date().toISOString() }]
    expect((await admin.fetch('PUT', resultsPath, approve)).status).toBe(200)
    expect((await listLiveResults(person.id)).every(({ signedUpAt }) => signedUpAt !== null)).toBe(true)
    expect(await Promise.all(ids.map(loadBookedCount))).toEqual([1, 1])
  })

  test('is refused as a whole by the educator who decides', async () => {
    const { tag } = await createOccasionSet([{ needsApproval: true }, {}])
    const person = await signedIn()
    const [first] = await bodyOf<EducationPartResult[]>(signUpToSet(person, tag.id))
    await admin.fetch('PUT', resultsPath, [{ resultId: first?.resultId, userId: person.id, canceled: true }])
    expect(await listLiveResults(person.id)).toEqual([])
  })

  test('charges the education’s own fee once, and each occasion’s', async () => {
    const set = await createOccasionSet([{ feeMinor: 10_000 }, { feeMinor: 20_000 }], { feeMinor: 5_000 })
    const person = await signedIn()
    const path = (id: number) => `/user/${person.id}/canUserSignUpToEducationForOccasion/${id}`
    const offer = await person.json<SignUpOffer>('GET', path(set.ids[1] ?? 0))
    expect(offer).toMatchObject({ allowed: true, fee: 350, together: [{ occasionId: set.ids[0] }] })
    expect((await signUpToSet(person, set.tag.id)).status).toBe(409)
    const byOffice = await admin.fetch('PUT', '/tag/results', { tagId: set.tag.id, userId: person.id })
    expect(await byOffice.json()).toMatchObject({ code: 'fee' })
  })

  test('asks the questions of all occasions, and stores the answers with each', async () => {
    const ask = (text: string) => [{ id: 1, text, type: 'text' as const, options: [], required: true }]
    const set = await createOccasionSet([{ customQuestions: ask('Hjälm?') }, { customQuestions: ask('Bil?') }])
    const person = await signedIn()
    const path = `/user/${person.id}/canUserSignUpToEducationForOccasion/${set.ids[0]}`
    const { questions } = await person.json<SignUpOffer>('GET', path)
    expect(questions.map(({ text }) => text)).toEqual(['Hjälm?', 'Del 2: Bil?'])
    const [helmet, car] = questions.map(({ id }) => id)
    const answers = [{ questionId: helmet, answer: 'Ja' }]
    expect(await bodyOf(signUpToSet(person, set.tag.id, { customAnswers: answers }))).toMatchObject({
      code: 'answers_missing',
    })
    const whole = [...answers, { questionId: car, answer: 'Volvo' }]
    const results = await bodyOf<EducationPartResult[]>(signUpToSet(person, set.tag.id, { customAnswers: whole }))
    expect(results.map(({ customAnswers }) => customAnswers)).toEqual([
      [{ questionId: 1, answer: 'Ja' }],
      [{ questionId: 1, answer: 'Volvo' }],
    ])
  })

  test('asks what several occasions ask once, and names the question that it repeats', async () => {
    const ask = (text: string) => ({ id: 1, text, type: 'text' as const, options: [], required: true })
    const both = { customQuestions: [ask('Har du svetsat förut?')] }
    const set = await createOccasionSet([
      both,
      { customQuestions: [{ ...ask('Har du svetsat förut?') }, { ...ask('Bil?'), id: 2 }] },
    ])
    const person = await signedIn()
    const path = `/user/${person.id}/canUserSignUpToEducationForOccasion/${set.ids[0]}`
    const { questions } = await person.json<SignUpOffer>('GET', path)
    expect(questions.map(({ sameAs }) => sameAs ?? null)).toEqual([null, questions[0]?.id, null])
  })

  test('of another set than shown is refused, and so is one for another person', async () => {
    const { tag, ids } = await createOccasionSet()
    const person = await signedIn()
    expect((await signUpToSet(person, tag.id, { occasionIds: ids.slice(0, 1) })).status).toBe(400)
    expect((await signUpToSet(person, 999_999)).status).toBe(404)
    expect((await person.fetch('PUT', '/tag/results', { tagId: tag.id, userId: admin.id })).status).toBe(403)
    expect((await anonymous('PUT', '/tag/results', { tagId: tag.id, userId: person.id })).status).toBe(401)
    expect(await listLiveResults(person.id)).toEqual([])
  })
})

test('cancelling one cancels all, or none when it is too late for one', async () => {
  const { tag, ids } = await createOccasionSet([{}, {}, {}])
  const person = await signedIn()
  const [first, second] = await bodyOf<EducationPartResult[]>(signUpToSet(person, tag.id))
  const off = (result: EducationPartResult | undefined) =>
    person.fetch('PUT', resultsPath, [{ resultId: result?.resultId, userId: person.id, canceled: true }])
  await query
    .update(occasions)
    .set({ lastCancelAt: inDays(-1) })
    .where(eq(occasions.id, ids[0] ?? 0))
  expect(await bodyOf(off(second))).toMatchObject({ code: 'cancel_closed' })
  expect(await listLiveResults(person.id)).toHaveLength(3)
  await query
    .update(occasions)
    .set({ lastCancelAt: null })
    .where(eq(occasions.id, ids[0] ?? 0))
  expect((await off(first)).status).toBe(200)
  expect(await listLiveResults(person.id)).toEqual([])
  expect(await Promise.all(ids.map(loadBookedCount))).toEqual([0, 0, 0])
})

test('without the feature occasions are chosen freely, and the calls do not exist', async () => {
  const { tag, ids } = await createOccasionSet()
  await configurePortal({ features: [] })
  await invalidateCache()
  const person = await signedIn()
  expect((await signUp(person, ids[0] ?? 0)).status).toBe(200)
  expect(await listLiveResults(person.id)).toHaveLength(1)
  expect((await signUpToSet(person, tag.id)).status).toBe(404)
  await configurePortal({ features: ['EducationPartTags'] })
  await invalidateCache()
})

import { beforeAll, describe, expect, test } from 'vitest'
import { hasAnyRole } from '#api/actor.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import type { CallResources } from '../callers.ts'
import { mediaTag, medium } from '../catalogue.ts'
import { insertLicense } from '../licenses.ts'
import { database, invalidateCache } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { type Actor, createActors } from '../scope/actors.ts'
import { readAnswerAs } from '../scope/call-answers.ts'
import { insertCourse, type ScopeCourse } from '../scope/federation.ts'
import { insertParticipation, type Participation, type Place } from '../scope/participation.ts'
import { listReadingCalls, showsReducedProfile, takesIds, unknownPosts } from '../scope/reading-calls.ts'
import { readSheetsResponse } from '../spreadsheet.ts'

const licenseId = await insertLicense()
const [own, foreign] = [await insertCourse('Alfa'), await insertCourse('Beta')]
const actors = await createActors(own)
const guardian = actors.find(({ name }) => name === 'a guardian of one child')

const ownPlace: Place = { clubId: 20, course: own, occasionId: own.occasionIds[0], examId: own.examId }
const inForeign = { course: foreign, occasionId: foreign.occasionIds[0], examId: null }
const childsPlace: Place = { clubId: 30, ...inForeign }
const places: [name: string, Place][] = [
  [
    'the same education, on another occasion',
    { ...ownPlace, clubId: 30, occasionId: own.occasionIds[1], examId: null },
  ],
  ['the same club, in another education', { clubId: 20, ...inForeign }],
  ['the same district, in another education', { clubId: 21, ...inForeign, examId: foreign.examId }],
  ['another district and education, the guardian’s child', childsPlace],
]

const participations: Participation[] = []

/** Creates a person who takes part in the place. */
async function takePart(place: Place): Promise<Participation> {
  const isChild = place === childsPlace
  const made = await insertParticipation(place, licenseId, isChild)
  const adultUserId = isChild ? (guardian?.person.id ?? null) : null
  const now = new Date()
  if (adultUserId !== null) {
    const link = { adultUserId, childUserId: made.userId, createdByUserId: adultUserId, confirmedAt: now }
    await database()
      .query.insert(guardianLinks)
      .values({ ...link, createdAt: now })
  }
  const participation = { ...made, guardianUserId: adultUserId }
  participations.push(participation)
  return participation
}

const media = new Map<ScopeCourse, number>()
for (const course of [own, foreign]) media.set(course, await medium({ educationIds: [course.educationId] }))
const tagId = await mediaTag('Banor')

const thingsOf = ({ course, ...participation }: Participation): CallResources => ({
  educationId: course.educationId,
  educationPartId: course.classPartId,
  occasionId: course.occasionIds[0],
  examId: course.examId,
  resultId: participation.resultId,
  educationPartResultId: participation.resultId,
  examResultId: participation.examResultId,
  educationResultId: participation.educationResultId,
  submissionId: participation.submissionId,
  licenseId,
  child: { id: participation.userId },
  mediaId: media.get(course) ?? 0,
  tagId,
})

const first = await takePart(ownPlace)

/** Makes every call about a participation and its parts as an actor and returns the answers. */
async function answersTo(
  { person, roles }: Actor,
  about: Participation,
  isAsked: (call: string) => boolean = () => true,
): Promise<Map<string, string>> {
  const [answers, things] = [new Map<string, string>(), thingsOf(about)]
  for (const name of listReadingCalls({ roles }).filter(isAsked))
    answers.set(name, await readAnswerAs(person, name, things, about.userId))
  return answers
}

const earlierAnswers = new Map<Actor, Map<string, string>>()
beforeAll(async () => {
  for (const actor of actors) earlierAnswers.set(actor, await answersTo(actor, first))
}, 300_000)

/** Lists the calls that answer an actor differently now that another person takes part. */
async function changedAnswers(actor: Actor): Promise<string[]> {
  const [earlier, later] = [earlierAnswers.get(actor), await answersTo(actor, first)]
  earlierAnswers.set(actor, later)
  return [...later].filter(([name, answer]) => earlier?.get(name) !== answer).map(([name]) => name)
}

/** Lists the calls that answer an actor with private texts of a participation, or name the person outside a profile. */
async function leakingCalls(actor: Actor, about: Participation): Promise<string[]> {
  const { name, privateTexts, isMinor } = about
  const answers = await answersTo(actor, about, takesIds)
  const mayShow = (call: string) => !isMinor && showsReducedProfile(call)
  const leaks = ([call, answer]: [string, string]) =>
    privateTexts.some((text) => answer.includes(text)) || (answer.includes(name) && !mayShow(call))
  return [...answers].filter(leaks).map(([call]) => call)
}

const named = actors.map((actor) => [actor.name, actor] as const)

describe.each(places)('when a person takes part in %s', (_place, place) => {
  let participation: Participation
  beforeAll(async () => {
    participation = await takePart(place)
    await invalidateCache()
  })

  test.each(named)('%s returns something different only if the person is in scope', async (_name, actor) => {
    const changed = await changedAnswers(actor)
    const isInScope = actor.isInScope(participation)
    if (isInScope && hasAnyRole(actor)) expect(changed).not.toEqual([])
    // A guardian has no lists of people but the own children.
    else expect(changed).toEqual(isInScope ? ['GET /Calendar/Family', 'GET /Children', 'GET /Dashboard/children'] : [])
  })

  test.each(named)('%s returns nothing private by id', async (_name, actor) => {
    if (actor.isInScope(participation)) return expect(await leakingCalls(actor, participation)).not.toEqual([])
    expect(await leakingCalls(actor, participation)).toEqual([])
  })
})

const report = 'GET /reports/SignedUpAndCompleted'
const reporters = actors.filter((actor) => listReadingCalls(actor).includes(report))

const namesIn = (text: string) => participations.filter(({ name }) => text.includes(name)).map(({ name }) => name)
const namesInScopeOf = ({ isInScope: reaches }: Actor) => participations.filter(reaches).map(({ name }) => name)

test.each(reporters.map((actor) => [actor.name, actor] as const))(
  'the rows of a report to %s are those in scope',
  async (_name, actor) => {
    const answer = await readAnswerAs(actor.person, report, thingsOf(first), first.userId)
    expect(namesIn(answer)).toEqual(namesInScopeOf(actor))
  },
)

test('so are those of a background report', async () => {
  const begin = async ({ person }: Actor) => {
    const response = await person.fetch('POST', '/reports/files', { report: 'SignedUpAndCompleted' })
    return (await response.json<{ id: string }>()).id
  }
  const ids = await Promise.all(reporters.map(begin))
  await drainJobs()
  for (const [at, actor] of reporters.entries()) {
    const sheets = await readSheetsResponse(await actor.person.fetch('GET', `/reports/files/${ids[at]}`))
    expect(namesIn(JSON.stringify(sheets)), actor.name).toEqual(namesInScopeOf(actor))
  }
})

test('every call that reads by POST is in the contracts', () => expect(unknownPosts).toEqual([]))

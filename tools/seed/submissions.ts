import { createHash } from 'node:crypto'
import { comments } from '#api/participation/comments/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import type { SubmissionStatus } from '#api/participation/submissions/rules.ts'
import { submissionFiles, submissions } from '#api/participation/submissions/table.ts'
import { createDraw, type Draw } from '#story/draw.ts'
import { cast, castMembers } from '#story/people.ts'
import { newJournal, recordEducation, recordPart } from './progress.ts'
import { createPdf, drawTrackPicture } from './submission-files.ts'
import { findEducation, type SeededEducation, type SeededPerson, type World } from './world.ts'

type ResultRow = typeof educationPartResults.$inferInsert

/** A file as the store holds it. */
export interface SubmissionFile {
  key: string
  bytes: Uint8Array
  type: string
}

/** Highest number of files in the store; older submissions of a large world have been removed. */
const maxFiles = 160

const day = 86_400_000

interface HandIn {
  world: World
  draw: Draw
  files: SubmissionFile[]
  id: number
  result: ResultRow
  resultId: number
  education: SeededEducation
}

const paragraphs = [
  'I vår förening har vi gått igenom hur arbetet fungerar i dag och vad som behöver bli tydligare inför nästa säsong. Underlaget är en genomgång på plats och samtal med fyra funktionärer.',
  'Det som fungerar bra är bemanningen vid start och mål samt genomgången på morgonen. Där vet alla vem som gör vad och vem man ringer.',
  'Tre saker vill vi förbättra: skyltningen i depån, rutinen när en tävling bryts och hur nya funktionärer tas emot. För varje punkt finns en ansvarig och ett datum.',
  'Säkerhetsplanen har prövats i en övning med räddningstjänsten. Larmet gick fram på under två minuter, men vägen in till kurva fyra var blockerad av en trailer.',
  'Till nästa gång ska utryckningsvägen märkas upp och hållas fri. Planen skickas till länsstyrelsen tillsammans med ansökan om tillstånd.',
]

const praise = ['Fint genomarbetat, särskilt delen om utryckningsvägen.', 'Tydligt och konkret. Bra jobbat!']
const wishes = [
  'Bra början. Lägg till vem som ansvarar för varje punkt och när den ska vara klar.',
  'Jag saknar riskbedömningen. Använd mallen från kursen och lämna in igen.',
]
const refusal =
  'Texten handlar om en annan tävlingsform än utbildningen. Kontakta oss så går vi igenom uppgiften tillsammans.'
const question = 'Hej! Räcker det med en bild på banskissen, eller vill ni ha måtten också?'
const answer = 'En bild räcker, men skriv ut längd och bredd på raksträckan.'

function storeFile({ files }: HandIn, name: string, bytes: Uint8Array, type: string) {
  const key = createHash('sha256').update(`${name} ${files.length}`).update(bytes).digest('hex').slice(0, 32)
  files.push({ key, bytes, type })
  return { name, contentType: type, size: bytes.length, key }
}

function fileOf(one: HandIn, version: number) {
  const { draw, education } = one
  const title = education.story.title
  if (draw.chance(0.35)) return storeFile(one, 'banskiss.png', drawTrackPicture(draw.between(0, 60)), 'image/png')
  if (draw.chance(0.1)) {
    const text = `${title}\n\n${paragraphs.slice(0, 3).join('\n\n')}\n`
    return storeFile(one, 'svar.txt', new Uint8Array(Buffer.from(text)), 'text/plain')
  }
  const chosen = paragraphs.slice(0, draw.between(3, paragraphs.length))
  const name = version > 1 ? `uppgift-komplettering-${version}.pdf` : 'uppgift.pdf'
  return storeFile(one, name, createPdf(`${title}, version ${version}`, chosen), 'application/pdf')
}

function say(one: HandIn, userId: number, text: string, createdAt: Date): void {
  one.world.ledger.add(comments, { educationPartResultId: one.resultId, userId, text, createdAt })
}

function addVersions(one: HandIn, count: number, last: Date): void {
  for (let version = 1; version <= count; version += 1) {
    const uploadedAt = new Date(last.getTime() - (count - version) * 6 * day)
    one.world.ledger.add(submissionFiles, { submissionId: one.id, version, ...fileOf(one, version), uploadedAt })
  }
}

interface HandInCourse {
  status: SubmissionStatus
  versions: number
  uploadedAt: Date
  reviewerId: number | null
}

function addThread(one: HandIn, { status, versions, uploadedAt, reviewerId }: HandInCourse): void {
  const { draw, result } = one
  const after = (hours: number) => new Date(uploadedAt.getTime() + hours * 3_600_000)
  if (reviewerId === null) return
  if (versions > 1) say(one, reviewerId, draw.pick(wishes), after(-4 * 24))
  if (draw.chance(0.3)) {
    say(one, result.userId, question, after(1))
    say(one, reviewerId, answer, after(3))
  }
  if (status === 3) say(one, reviewerId, draw.pick(wishes), after(20))
  if (status === 4 && draw.chance(0.6)) say(one, reviewerId, draw.pick(praise), after(20))
  if (status === 5) say(one, reviewerId, refusal, after(20))
}

function addHandIn(one: HandIn, course: HandInCourse): void {
  const { id, result, resultId, world } = one
  const { status, versions, uploadedAt, reviewerId } = course
  const changedAt = status === 1 ? uploadedAt : new Date(uploadedAt.getTime() + 20 * 3_600_000)
  addVersions(one, versions, uploadedAt)
  addThread(one, course)
  world.ledger.add(submissions, {
    id,
    educationPartResultId: resultId,
    educationPartId: result.educationPartId,
    educationId: result.educationId ?? null,
    userId: result.userId,
    status,
    statusChangedAt: changedAt,
    statusChangedByUserId: status === 1 ? null : reviewerId,
    assigneeId: status === 1 ? null : reviewerId,
    version: versions,
    uploadedAt,
    createdAt: uploadedAt,
    changedAt,
  })
}

/** Returns the course of a submission: approved when the result is completed, otherwise a random state. */
function courseOf({ world, draw, result, education }: HandIn): HandInCourse | null {
  const reviewerId = education.responsibleIds.length > 0 ? draw.pick(education.responsibleIds) : null
  if (result.completed)
    return {
      status: 4,
      versions: draw.chance(0.3) ? 2 : 1,
      uploadedAt: new Date((result.completedAt ?? result.changedAt).getTime() - 20 * 3_600_000),
      reviewerId,
    }
  const status = draw.pick<SubmissionStatus>([0, 1, 1, 1, 2, 2, 3, 5])
  if (status === 0 || (status !== 1 && reviewerId === null)) return null
  const uploadedAt = world.calendar.at(-draw.between(2, 21), draw.between(8, 21))
  return { status, versions: draw.chance(0.25) ? 2 : 1, uploadedAt, reviewerId }
}

/** Returns the course of the cast's submissions: Per is asked to complete his, and Helena has not handed hers in. */
const castCourse = ({ world, result }: HandIn): HandInCourse | null =>
  result.userId === cast.external.id
    ? { status: 3, versions: 1, uploadedAt: world.calendar.at(-6, 19), reviewerId: cast.educator.id }
    : null

/** Educations that always have people at their last step, so that there is something to review. */
const reviewedEducations = ['GEM-03', 'GEM-06', 'GEM-07', 'GEM-10']
const peopleOfEach = 4

/** Adds adults without results in an education, who have come as far as the submission. */
function addWriters(world: World, draw: Draw): void {
  const takenKeys = new Set(
    world.ledger.rowsOf(educationPartResults).map((row) => `${row['userId']} ${row['educationId']}`),
  )
  const adults = world.people.filter(({ id, age, isExternal }) => id > castMembers.length && age >= 25 && !isExternal)
  for (const code of reviewedEducations) {
    const education = findEducation(world, code)
    const isNew = ({ id }: SeededPerson) => !takenKeys.has(`${id} ${education.id}`)
    const first = draw.below(adults.length - 100)
    for (const person of adults.slice(first).filter(isNew).slice(0, peopleOfEach)) {
      const taking = { person, education, journal: newJournal() }
      const changedAt = world.calendar.at(-draw.between(25, 40), 15)
      for (const part of education.parts)
        recordPart(
          world,
          taking,
          part,
          part.letter === 'S' ? { changedAt } : { completed: true, completedAt: changedAt, changedAt },
        )
      recordEducation(world, taking, -24)
    }
  }
}

/** Adds submissions for the results so far, and returns their files. */
export function addSubmissions(world: World): SubmissionFile[] {
  const draw = createDraw('hand-ins')
  addWriters(world, draw)
  const files: SubmissionFile[] = []
  const parts = new Map(world.educations.flatMap((education) => education.parts.map((part) => [part.id, part])))
  const byId = new Map(world.educations.map((education) => [education.id, education]))
  // The database numbers results in the order in which they are inserted.
  const results = world.ledger
    .rowsOf(educationPartResults)
    .map((row, at) => ({ result: row as ResultRow, resultId: at + 1 }))
    .filter(({ result }) => parts.get(result.educationPartId)?.letter === 'S' && !result.canceled)
  // Open submissions come first, because the number of files is limited.
  const [done, open] = [
    results.filter(({ result }) => result.completed),
    results.filter(({ result }) => !result.completed),
  ]
  for (const { result, resultId } of [...open, ...done]) {
    const education = byId.get(result.educationId ?? 0)
    if (!education) continue
    if (files.length >= maxFiles) break
    const id = world.ledger.rowsOf(submissions).length + 1
    const one = { world, draw, files, id, result, resultId, education }
    const isCast = result.userId <= castMembers.length && !result.completed
    const course = isCast ? castCourse(one) : courseOf(one)
    if (course) addHandIn(one, course)
  }
  return files
}

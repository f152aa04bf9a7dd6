import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { toAgent } from '#api/courses/xapi/agent.ts'
import { listReferences } from '#api/courses/xapi/references.ts'
import { activityIdOf, type StoredStatement } from '#api/courses/xapi/statement.ts'
import { courseAttempts, launches, xapiReferences, xapiStatements } from '#api/courses/xapi/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { users } from '#api/people/users/table.ts'
import { questions as flagQuestions } from '#story/courses/flaggor-pa-banan/questions.js'
import { statementsFor } from '#story/courses/runtime/statements.js'
import { questions as depotQuestions } from '#story/courses/sakerhet-i-depan/questions.js'
import { type Draw, drawFrom } from '#story/draw.ts'
import { castMembers } from '#story/people.ts'
import { namingOrigin, root } from '../house.ts'
import { guidFrom } from './payments.ts'
import { educationOf, type World } from './world.ts'

interface Question {
  id: string
  choices: { id: string }[]
  right: string
}

interface Course {
  activityId: string
  title: string
  slides: { id: string; title: string }[]
  questions: readonly Question[]
  /** Where many lose heart. */
  steepAt: number
  /** The question that most get wrong. */
  hardAt: number
}

/** What the course says of itself stands in its page. */
function readCourse(slug: string, questions: readonly Question[], steepAt: number, hardAt: number): Course {
  const page = readFileSync(join(root, 'tests/story/courses', slug, 'index.html'), 'utf8')
  const [, activityId = '', title = ''] = /data-activity-id="([^"]+)" data-title="([^"]+)"/.exec(page) ?? []
  const slides = [...page.matchAll(/<section class="slide" id="([^"]+)" data-title="([^"]+)"/g)]
  return {
    activityId,
    title,
    questions,
    steepAt,
    hardAt,
    slides: slides.map(([, id = '', name = '']) => ({ id, title: name })).filter(({ id }) => id !== 'prov'),
  }
}

const flags = readCourse('flaggor-pa-banan', flagQuestions, 4, 2)
const depot = readCourse('sakerhet-i-depan', depotQuestions, 5, 2)

/** Courses that people have been in lately; so many who completed them, and so many who have not yet. */
const lively = [
  { code: 'GEM-01', course: flags },
  { code: 'GEM-02', course: flags },
  { code: 'GEM-03', course: depot },
]
const [doneOfEach, openOfEach] = [9, 7]
const enough = 5

const hex = (draw: Draw, length: number) => Array.from({ length }, () => draw.below(16).toString(16)).join('')
type Result = typeof educationPartResults.$inferInsert
type Given = Omit<StoredStatement, 'stored' | 'authority' | 'version'>

interface Sitting {
  draw: Draw
  course: Course
  say: ReturnType<typeof statementsFor>
  told: Given[]
  /** Since it began, in milliseconds. */
  clock: { passed: number }
}

const wait = ({ draw, clock }: Sitting, from: number, to: number) => {
  clock.passed += draw.between(from, to) * 1000
}

function see(sitting: Sitting, count: number): void {
  for (const slide of sitting.course.slides.slice(0, count)) {
    sitting.told.push(sitting.say.experienced(slide))
    wait(sitting, 25, 90)
  }
}

/** As many right as are wanted, or as chance gives; the number of right ones. */
function answer(sitting: Sitting, wanted: number | null, count: number): number {
  const { course, draw, say, told } = sitting
  const wrongAt = new Set<number>()
  if (wanted === null) {
    for (const at of course.questions.keys()) if (draw.chance(at === course.hardAt ? 0.75 : 0.3)) wrongAt.add(at)
  } else if (wanted < course.questions.length) wrongAt.add(draw.chance(0.6) ? course.hardAt : draw.below(6))
  for (const [at, question] of [...course.questions].entries()) {
    if (at === count) break
    const others = question.choices.filter(({ id }) => id !== question.right)
    // Of the wrong answers one is more tempting than the others.
    const wrong = draw.chance(0.65) ? others[0] : draw.pick(others)
    const isRight = !wrongAt.has(at)
    told.push(say.answered(question, isRight ? question.right : (wrong?.id ?? ''), isRight))
    wait(sitting, 8, 40)
  }
  return course.questions.length - wrongAt.size
}

const scored = (right: number, { questions }: Course) => ({
  right,
  all: questions.length,
  scaled: Number((right / questions.length).toFixed(4)),
})

/** Somebody who passed: one in three needed a second try at the test. */
function succeed(sitting: Sitting): number {
  const { course, draw, say, told, clock } = sitting
  see(sitting, course.slides.length)
  if (draw.chance(0.35)) {
    const right = answer(sitting, null, course.questions.length)
    if (right < enough) told.push(say.failed(scored(right, course), clock.passed))
    wait(sitting, 30, 120)
  }
  const score = scored(answer(sitting, draw.pick([5, 6]), course.questions.length), course)
  told.push(say.passed(score, clock.passed), say.completed(clock.passed), say.terminated(clock.passed))
  return score.scaled
}

/** Somebody who has not: left among the pages, left the test, or did not pass it. */
function stop(sitting: Sitting): void {
  const { course, draw, say, told, clock } = sitting
  const way = draw.below(10)
  if (way < 5) see(sitting, way < 3 ? course.steepAt : draw.between(1, course.slides.length - 1))
  else {
    see(sitting, course.slides.length)
    if (way < 7) answer(sitting, null, course.hardAt + 1)
    else {
      const right = Math.min(enough - 1, answer(sitting, null, course.questions.length))
      told.push(say.failed(scored(right, course), clock.passed))
    }
  }
  // Others close the window.
  if (draw.chance(0.6)) told.push(say.terminated(clock.passed))
}

const authority = { objectType: 'Agent' as const, account: { homePage: namingOrigin, name: 'launch' } }

interface Happened {
  row: Omit<typeof xapiStatements.$inferInsert, 'sequence'>
}

/** What one person's course told, from `begunAt` on or until the moment when the part was completed. */
function happen(world: World, draw: Draw, course: Course, result: Result, name: string): Happened[] {
  const registration = guidFrom({ draw })
  const actor = toAgent(namingOrigin, { id: result.userId, name })
  const clock = { passed: 0 }
  const told: Given[] = []
  const say = statementsFor({
    activityId: course.activityId,
    title: course.title,
    actor,
    registration,
    now: () => new Date(clock.passed),
    newId: () => guidFrom({ draw }),
  })
  const sitting = { draw, course, say, told, clock }
  told.push(say.initialized())
  wait(sitting, 2, 6)
  // What the portal has as the score is what the course told.
  if (result.completed) result.score = succeed(sitting)
  else stop(sitting)
  const begunAt = +(result.completedAt ?? result.changedAt) - (result.completed ? clock.passed : 0)
  const { educationPartId, userId } = result
  const packageId = world.ledger.rowsOf(educationParts).find(({ id }) => id === educationPartId)?.['packageId']
  const attempt = { userId, educationPartId, registration, activityId: course.activityId }
  world.ledger.add(courseAttempts, { ...attempt, startedAt: new Date(begunAt) })
  world.ledger.add(launches, {
    ...attempt,
    tokenHash: hex(draw, 64),
    packageId: Number(packageId),
    createdAt: new Date(begunAt),
    expiresAt: new Date(begunAt + 8 * 3_600_000),
  })
  return told.map((given) => {
    const storedAt = new Date(begunAt + +new Date(given.timestamp))
    const stored = storedAt.toISOString()
    const statement: StoredStatement = { ...given, timestamp: stored, stored, authority, version: '1.0.0' }
    const activityId = activityIdOf(statement)
    return {
      row: {
        id: given.id,
        userId,
        educationPartId,
        registration,
        activityId,
        verb: given.verb.id,
        statement,
        storedAt,
      },
    }
  })
}

/** What the courses of a few digital parts have told: some passed, some stopped half-way, and one question fails more than others. */
export function addCourseEvents(world: World): void {
  const { ledger } = world
  const draw = drawFrom('course-events')
  const names = new Map(ledger.rowsOf(users).map((row) => [row['id'], `${row['firstName']} ${row['lastName']}`]))
  const happened = lively.flatMap(({ code, course }) => {
    const part = educationOf(world, code).parts.find(({ letter }) => letter === 'D')
    // The latest, who stand first where they are looked at. The story's own rows of that table; the cast has no past in its courses, so that tests may give it one.
    const results = (ledger.rowsOf(educationPartResults) as Result[]).filter(
      ({ educationPartId, canceled, userId }) =>
        educationPartId === part?.id && !canceled && userId > castMembers.length,
    )
    const done = results.filter(({ completed }) => completed).slice(-doneOfEach)
    const isDone = new Set(results.flatMap(({ completed, userId }) => (completed ? userId : [])))
    const open = results.filter(({ userId }) => !isDone.has(userId)).slice(-openOfEach)
    return [...done, ...open].flatMap((one) => happen(world, draw, course, one, names.get(one.userId) ?? ''))
  })
  for (const { row } of happened.toSorted((a, b) => +a.row.storedAt - +b.row.storedAt)) {
    const sequence = ledger.nextId(xapiStatements)
    ledger.add(xapiStatements, { ...row, sequence })
    for (const reference of listReferences(row.statement)) ledger.add(xapiReferences, { ...reference, sequence })
  }
}

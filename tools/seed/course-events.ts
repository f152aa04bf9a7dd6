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
import { createDraw, type Draw } from '#story/draw.ts'
import { castMembers } from '#story/people.ts'
import { namingOrigin, root } from '../local-portal.ts'
import { drawGuid } from './payments.ts'
import { findEducation, type World } from './world.ts'

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
  /** Index of the slide at which many stop. */
  steepAt: number
  /** Index of the question that most answer wrong. */
  hardAt: number
}

/** Reads the activity id, title and slides of a course from its page. */
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

/** Courses with recent activity, and how many people in each have completed it or not. */
const activeCourses = [
  { code: 'GEM-01', course: flags },
  { code: 'GEM-02', course: flags },
  { code: 'GEM-03', course: depot },
]
const [doneOfEach, openOfEach] = [9, 7]
const rightToPass = 5

const hex = (draw: Draw, length: number) => Array.from({ length }, () => draw.below(16).toString(16)).join('')
type Result = typeof educationPartResults.$inferInsert
type NewStatement = Omit<StoredStatement, 'stored' | 'authority' | 'version'>

interface CourseSession {
  draw: Draw
  course: Course
  say: ReturnType<typeof statementsFor>
  statements: NewStatement[]
  /** Milliseconds since it began. */
  clock: { passed: number }
}

const wait = ({ draw, clock }: CourseSession, from: number, to: number) => {
  clock.passed += draw.between(from, to) * 1000
}

function see(session: CourseSession, count: number): void {
  for (const slide of session.course.slides.slice(0, count)) {
    session.statements.push(session.say.experienced(slide))
    wait(session, 25, 90)
  }
}

/**
 * Answers the first `count` questions, `rightCount` of them right or a random number; returns the number of right
 * answers.
 */
function answer(session: CourseSession, rightCount: number | null, count: number): number {
  const { course, draw, say, statements } = session
  const wrongAt = new Set<number>()
  if (rightCount === null) {
    for (const at of course.questions.keys()) if (draw.chance(at === course.hardAt ? 0.75 : 0.3)) wrongAt.add(at)
  } else if (rightCount < course.questions.length) wrongAt.add(draw.chance(0.6) ? course.hardAt : draw.below(6))
  for (const [at, question] of [...course.questions].entries()) {
    if (at === count) break
    const others = question.choices.filter(({ id }) => id !== question.right)
    // One of the wrong answers is more popular than the others.
    const wrong = draw.chance(0.65) ? others[0] : draw.pick(others)
    const isRight = !wrongAt.has(at)
    statements.push(say.answered(question, isRight ? question.right : (wrong?.id ?? ''), isRight))
    wait(session, 8, 40)
  }
  return course.questions.length - wrongAt.size
}

const scored = (right: number, { questions }: Course) => ({
  right,
  all: questions.length,
  scaled: Number((right / questions.length).toFixed(4)),
})

/** Adds the statements of a person who passed: one in three needed a second attempt at the quiz. Returns the score. */
function succeed(session: CourseSession): number {
  const { course, draw, say, statements, clock } = session
  see(session, course.slides.length)
  if (draw.chance(0.35)) {
    const right = answer(session, null, course.questions.length)
    if (right < rightToPass) statements.push(say.failed(scored(right, course), clock.passed))
    wait(session, 30, 120)
  }
  const score = scored(answer(session, draw.pick([5, 6]), course.questions.length), course)
  statements.push(say.passed(score, clock.passed), say.completed(clock.passed), say.terminated(clock.passed))
  return score.scaled
}

/** Adds the statements of a person who stopped at a slide, left the quiz or failed it. */
function stop(session: CourseSession): void {
  const { course, draw, say, statements, clock } = session
  const way = draw.below(10)
  if (way < 5) see(session, way < 3 ? course.steepAt : draw.between(1, course.slides.length - 1))
  else {
    see(session, course.slides.length)
    if (way < 7) answer(session, null, course.hardAt + 1)
    else {
      const right = Math.min(rightToPass - 1, answer(session, null, course.questions.length))
      statements.push(say.failed(scored(right, course), clock.passed))
    }
  }
  // The others close the window.
  if (draw.chance(0.6)) statements.push(say.terminated(clock.passed))
}

const authority = { objectType: 'Agent' as const, account: { homePage: namingOrigin, name: 'launch' } }

interface StatementRow {
  row: Omit<typeof xapiStatements.$inferInsert, 'sequence'>
}

/** Adds a person's attempt and returns its statements, which start at `begunAt` or end when the part was completed. */
function statementsOf(world: World, draw: Draw, course: Course, result: Result, name: string): StatementRow[] {
  const registration = drawGuid({ draw })
  const actor = toAgent(namingOrigin, { id: result.userId, name })
  const clock = { passed: 0 }
  const statements: NewStatement[] = []
  const say = statementsFor({
    activityId: course.activityId,
    title: course.title,
    actor,
    registration,
    now: () => new Date(clock.passed),
    newId: () => drawGuid({ draw }),
  })
  const session = { draw, course, say, statements, clock }
  statements.push(say.initialized())
  wait(session, 2, 6)
  // The stored score is the one in the statement.
  if (result.completed) result.score = succeed(session)
  else stop(session)
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
  return statements.map((given) => {
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

/**
 * Adds the statements of a few digital parts: some people passed, some stopped half-way, and one question is harder
 * than the others.
 */
export function addCourseEvents(world: World): void {
  const { ledger } = world
  const draw = createDraw('course-events')
  const names = new Map(ledger.rowsOf(users).map((row) => [row['id'], `${row['firstName']} ${row['lastName']}`]))
  const rows = activeCourses.flatMap(({ code, course }) => {
    const part = findEducation(world, code).parts.find(({ letter }) => letter === 'D')
    // The newest people, who come first in the lists. The cast has no statements, so that tests may create them.
    const results = (ledger.rowsOf(educationPartResults) as Result[]).filter(
      ({ educationPartId, canceled, userId }) =>
        educationPartId === part?.id && !canceled && userId > castMembers.length,
    )
    const done = results.filter(({ completed }) => completed).slice(-doneOfEach)
    const isDone = new Set(results.flatMap(({ completed, userId }) => (completed ? userId : [])))
    const open = results.filter(({ userId }) => !isDone.has(userId)).slice(-openOfEach)
    return [...done, ...open].flatMap((one) => statementsOf(world, draw, course, one, names.get(one.userId) ?? ''))
  })
  for (const { row } of rows.toSorted((a, b) => +a.row.storedAt - +b.row.storedAt)) {
    const sequence = ledger.nextId(xapiStatements)
    ledger.add(xapiStatements, { ...row, sequence })
    for (const reference of listReferences(row.statement)) ledger.add(xapiReferences, { ...reference, sequence })
  }
}

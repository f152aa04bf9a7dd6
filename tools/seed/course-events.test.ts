import { expect, test } from 'vitest'
import { toAttempts } from '#api/courses/xapi/figures/attempts.ts'
import { toCourseFigures } from '#api/courses/xapi/figures/course-figures.ts'
import { refuseStatement } from '#api/courses/xapi/statement-rules/statement.ts'
import { launches, xapiReferences, xapiStatements } from '#api/courses/xapi/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { castMembers } from '#story/people.ts'
import { generateStory } from './story.ts'

const today = new Date('2026-05-04T00:10:00Z')
const { ledger } = generateStory({ today, scale: 1, passwordHash: 'x', courses: [] })
const rows = ledger.rowsOf
const statements = rows(xapiStatements)

test('creates a few hundred valid statements, none of them in the future', () => {
  expect(statements.length).toBeGreaterThan(300)
  expect(statements.length).toBeLessThan(1500)
  const wrong = statements.flatMap(({ statement }) => refuseStatement(statement) ?? [])
  expect(wrong).toEqual([])
  expect(statements.filter(({ statement }) => new Date(statement.timestamp) > today)).toEqual([])
  expect(new Set(statements.map(({ id }) => id)).size).toBe(statements.length)
})

test('statements are found by person and object, and belong to a launch', () => {
  const sequences = new Set(rows(xapiReferences).map(({ sequence }) => sequence))
  expect(statements.filter(({ sequence = 0 }) => !sequences.has(sequence))).toEqual([])
  const known = new Set<string>(rows(launches).map(({ userId, registration }) => `${userId} ${registration}`))
  expect(statements.filter(({ userId, registration }) => !known.has(`${userId} ${registration}`))).toEqual([])
})

test('no course reports that a person passed who has not completed the part, nor anything about the cast', () => {
  const completed = new Map(
    rows(educationPartResults).flatMap((row) =>
      row.completed ? [[`${row.userId} ${row.educationPartId}`, row.score] as const] : [],
    ),
  )
  const passed = statements.filter(({ verb }) => verb.endsWith('/passed'))
  expect(passed.length).toBeGreaterThan(10)
  for (const { userId, educationPartId, statement } of passed)
    expect(completed.get(`${Number(userId)} ${Number(educationPartId)}`)).toBe(statement.result?.score?.scaled)
  expect(statements.filter(({ userId }) => (userId ?? 0) <= castMembers.length)).toEqual([])
})

test('some learners stopped in the middle, some failed, and questions differ', () => {
  const records = statements.map(({ userId, registration, verb, activityId, storedAt, statement }) => ({
    userId: userId ?? 0,
    registration: registration ?? null,
    verb,
    activityId: activityId ?? null,
    at: storedAt,
    result: statement.result ?? null,
  }))
  const opened = new Map(
    rows(launches).map(({ userId, activityId }) => [
      userId,
      { activityIds: [activityId], units: 0, completedAt: null },
    ]),
  )
  const attempts = toAttempts(records, opened)
  expect(new Set(attempts.map(({ outcome }) => outcome))).toEqual(new Set(['passed', 'failed', 'open']))
  const { steps, questions } = toCourseFigures(attempts)
  expect(steps.filter(({ stopped }) => stopped > 0).length).toBeGreaterThan(2)
  const shares = questions.map(({ rightAtFirst, judged }) => rightAtFirst / judged)
  expect(Math.min(...shares)).toBeLessThan(0.7)
  expect(Math.max(...shares)).toBeGreaterThan(0.8)
})

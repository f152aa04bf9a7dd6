import { and, desc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Feature } from '#api/features.ts'
import { auditEntries, auditSnapshots } from '#api/foundation/audit/table.ts'
import { configurePortal } from '../../configuration.ts'
import { database } from '../../portal.ts'
import { cases, features } from './cases.ts'
import { type Case, type EditableResource, office, readAnswer, toForm } from './kit.ts'

beforeAll(() => configurePortal({ features: features as Feature[] }))

type Fields = Record<string, unknown>

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const lastEntry = async (action: string, targetId: number | string) => {
  const [entry] = await database()
    .query.select()
    .from(auditEntries)
    .where(and(eq(auditEntries.action, action), eq(auditEntries.targetId, String(targetId))))
    .orderBy(desc(auditEntries.id))
    .limit(1)
  return entry as { id: number; data: { before?: Fields; after: Fields } } | undefined
}

async function write(edited: EditableResource, before: Fields, chosen: Fields): Promise<void> {
  const { path, field, bodyOf } = edited
  const body = bodyOf ? bodyOf(chosen) : { ...before, ...chosen }
  const whole =
    bodyOf && before['lastChange'] !== undefined && !Array.isArray(body)
      ? { ...(body as Fields), lastChange: before['lastChange'] }
      : body
  const response = await office.fetch('PUT', path, field ? toForm(field, whole) : whole)
  if (!response.ok) await readAnswer(response)
}

async function judge(action: string, edited: EditableResource, chosen: Fields): Promise<void> {
  const [before, known] = [await edited.read(), await lastEntry(action, edited.targetId)]
  await write(edited, before, chosen)
  const [after, entry] = [await edited.read(), await lastEntry(action, edited.targetId)]
  const changed = Object.keys({ ...before, ...after }).filter((field) => !same(before[field], after[field]))
  if (entry?.id === known?.id) {
    expect(changed).toEqual([])
    return
  }
  const auditedFields = Object.keys(entry?.data.after ?? {})
  expect(auditedFields).toEqual(expect.arrayContaining(changed.filter((field) => field in chosen)))
  expect(changed).toEqual(expect.arrayContaining(auditedFields))
  for (const field of auditedFields) {
    expect([field, entry?.data.after[field] ?? null]).toEqual([field, after[field] ?? null])
    expect([field, entry?.data.before?.[field] ?? null]).toEqual([field, before[field] ?? null])
  }
}

async function rounds(action: string, one: Case): Promise<void> {
  const [edited, choices] = [await one.make(), await one.choices()]
  await fc.assert(
    fc.asyncProperty(fc.record(choices), (chosen) => judge(action, edited, chosen)),
    { numRuns: 6, endOnFailure: true },
  )
}

test.each(Object.entries(cases))('%s records what was stored before and what is stored afterwards', rounds)

const sources = Object.values(
  import.meta.glob<string>('/src/server/api/**/*.ts', { query: '?raw', import: 'default', eager: true }),
)

test('every action that is recorded as an edit is tested here', () => {
  const recorded = sources.flatMap((source) =>
    [...source.matchAll(/action: '([\w.]+)',[^}]*(?:\}[^}]*)?\bof\b/g)].map(([, action]) => action),
  )
  const edits = recorded.filter((action) => !/\.(?:created|removed|deleted)$/.test(action ?? ''))
  expect([...new Set([...edits, 'roles.changed'])].toSorted()).toEqual(Object.keys(cases).toSorted())
})

test('a creation is recorded with all stored values, and a removal with all earlier ones', async () => {
  const body = { title: 'Flaggvakt', hours: 1.5, fee: 120.5, responsibleIds: [office.id] }
  const made = await readAnswer(await office.fetch('POST', '/Educations', toForm('education', body)))
  const after = (await lastEntry('education.created', made['id'] as number))?.data.after ?? {}
  expect(after).toMatchObject(body)
  for (const field of Object.keys(after)) if (field in made) expect([field, after[field]]).toEqual([field, made[field]])
  const tag = await readAnswer(
    await office.fetch('POST', '/tag', { educationId: made['id'], name: 'Grupp', occasionIds: [] }),
  )
  await office.fetch('DELETE', `/tag/${tag['id']}`)
  expect((await lastEntry('tag.removed', tag['id'] as number))?.data).toEqual({
    before: { educationId: made['id'], name: 'Grupp', occasionIds: [] },
  })
})

test('a refused edit records neither an entry nor the earlier values', async () => {
  const { id } = await readAnswer(await office.fetch('POST', '/Events', { content: 'Hej' }))
  const late = await office.fetch('PUT', '/Events', { id, content: 'Hej då', modified: '2020-01-01T00:00:00.000Z' })
  expect(late.status).toBe(409)
  expect(await lastEntry('event.changed', id as number)).toBeUndefined()
  expect(await database().query.select().from(auditSnapshots)).toEqual([])
})

import { expect, test } from 'vitest'
import type { MailingRule } from '#api/office/mailing-rules/contract.ts'
import { createEducation, createOccasion } from '../../catalogue.ts'
import { protect } from '../../protection.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import { inDays } from '../../time.ts'
import { course, createRule, endRule, office, on, person, previewOf, rule, run, signUp } from './fixtures.ts'

test('a rule is listed with what it has sent, changed, turned on and removed', async () => {
  const made = await createRule({ active: false })
  expect(made).toMatchObject({ ...rule, active: false, mails: 0, lastMail: null })
  const changed = await office.json<MailingRule>('PUT', `/MailingRules/${made.id}`, {
    ...rule,
    name: 'Nytt namn',
    lastChange: made.lastChange,
  })
  expect(changed).toMatchObject({ name: 'Nytt namn', active: true })
  const late = await office.fetch('PUT', `/MailingRules/${made.id}`, { ...rule, lastChange: made.lastChange })
  expect([late.status, await late.json()]).toMatchObject([409, { code: 'changed_meanwhile' }])
  expect((await office.fetch('DELETE', `/MailingRules/${made.id}`)).status).toBe(204)
  expect((await office.fetch('DELETE', `/MailingRules/${made.id}`)).status).toBe(204)
  expect(await office.json('GET', '/MailingRules')).toEqual([])
})

test('a double press creates one rule', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const press = () => office.json<MailingRule>('POST', '/MailingRules', { ...rule, active: false }, headers)
  const first = await press()
  expect((await press()).id).toBe(first.id)
  await office.fetch('DELETE', `/MailingRules/${first.id}`)
})

test.each([
  ['audience', { audience: 'holders' }],
  ['days', { trigger: 'signUpMade', days: 2 }],
  ['days', { trigger: 'occasionEnded', days: 0 }],
  ['educationId', { trigger: 'beforeLicenseEnd', audience: 'holders', educationId: 1, text: 'Hej' }],
  ['text', { text: '{{licens}}' }],
  ['subject', { subject: '{{person}}' }],
])('a rule that cannot be is refused at the field %s', async (field, fields) => {
  const refused = await office.fetch('POST', '/MailingRules', { ...rule, ...fields })
  expect(refused.status).toBe(400)
  const { fields: problems } = await refused.json<{ fields: Record<string, string> }>()
  expect(Object.keys(problems)).toEqual([field])
})

test.each([
  ['a mail after an occasion without days', { trigger: 'occasionEnded', days: 0 }],
  ['a mail about a sign-up with days', { trigger: 'signUpMade', days: 2 }],
])('%s is refused with what to choose', async (_, fields) => {
  const refused = await office.fetch('POST', '/MailingRules', { ...rule, ...fields })
  const { fields: problems } = await refused.json<{ fields: Record<string, string> }>()
  expect(problems['days']).toBe('Välj minst en dag efter ett tillfälle. Ett mejl om en anmälan har inga dagar.')
})

test('a preview counts the last 30 days and the next run, and names the first recipients', async () => {
  const [past, ahead] = [await on(inDays(-5)), await on(inDays(2))]
  const [anna, bo, hidden] = [await person(), await person(), await person()]
  await signUp(anna, past.id, { signedUpAt: inDays(-20) })
  await signUp(bo, ahead.id, { signedUpAt: inDays(-20) })
  await signUp(hidden, past.id, { signedUpAt: inDays(-20) })
  await protect(office, hidden.id)
  const shown = await previewOf({ days: 3 })
  expect(shown).toMatchObject({ total: 3, next: 1, nextUnreached: 0, values: { firstName: 'Anna' } })
  expect(shown.first.map(({ userId, hasAddress }) => [userId, hasAddress])).toEqual([
    [anna.id, true],
    [hidden.id, false],
    [bo.id, true],
  ])
  const other = await createEducation([{ title: 'Annan' }])
  await createOccasion(other.firstPartId, { startsAt: inDays(-5), endsAt: inDays(-4) })
  expect((await previewOf({ educationId: other.id })).total).toBe(0)
  expect((await previewOf({ educationId: course.id })).total).toBe(3)
})

test('the next run is counted without mails that the rule has written, and names how many reach nobody', async () => {
  const own = await createEducation([{ title: 'Nästa' }])
  const made = await createRule({ educationId: own.id })
  const occasion = await createOccasion(own.firstPartId, { startsAt: inDays(1.5), endsAt: inDays(2) })
  const [anna, silent, late] = [await person(), await person({ email: null }), await person({ email: null })]
  const sum = { educationPartId: own.firstPartId, educationId: own.id, signedUpAt: inDays(-1) }
  for (const one of [anna, silent]) await signUp(one, occasion.id, sum)
  const fields = { educationId: own.id, ruleId: made.id }
  expect(await previewOf(fields)).toMatchObject({ next: 2, nextUnreached: 1 })
  await run(new Date())
  await signUp(late, occasion.id, sum)
  expect(await previewOf(fields)).toMatchObject({ next: 1, nextUnreached: 1 })
  expect(await previewOf({ educationId: own.id })).toMatchObject({ next: 3, nextUnreached: 2 })
  await endRule(made)
})

test('rules and their previews are for superadministrators only', async () => {
  const made = await createRule({ active: false })
  for (const { person: caller, roles, name } of await createActors(await insertCourse('Regler'))) {
    const status = 'SuperAdministrator' in roles ? 200 : 403
    const { name: _, active: __, ...schedule } = rule
    expect((await caller.fetch('GET', '/MailingRules')).status, name).toBe(status)
    expect((await caller.fetch('POST', '/MailingRules/preview', schedule)).status, name).toBe(status)
    if (status === 200) continue
    expect((await caller.fetch('POST', '/MailingRules', rule)).status, name).toBe(403)
    const edit = { ...rule, lastChange: made.lastChange }
    expect((await caller.fetch('PUT', `/MailingRules/${made.id}`, edit)).status, name).toBe(403)
    expect((await caller.fetch('DELETE', `/MailingRules/${made.id}`)).status, name).toBe(403)
  }
  await office.fetch('DELETE', `/MailingRules/${made.id}`)
})

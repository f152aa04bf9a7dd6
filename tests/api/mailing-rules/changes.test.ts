import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import type { MailingRule } from '#api/office/mailing-rules/contract.ts'
import { mailingRuleMails, mailingRules } from '#api/office/mailing-rules/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { users } from '#api/people/users/table.ts'
import { createEducation, educationResult } from '../../catalogue.ts'
import { createChild, toPair } from '../../guardians.ts'
import { addOccasionResponsible } from '../../scope/federation.ts'
import {
  activeSinceOf,
  countOf,
  course,
  createRule,
  days,
  mailsTo,
  noon,
  office,
  on,
  person,
  query,
  run,
  signUp,
  since,
} from './fixtures.ts'

afterEach(async () => {
  await query.delete(mailingRules)
})

const change = ({ mails: _, lastMail: __, id, ...fields }: MailingRule, changes: object) =>
  office.json<MailingRule>('PUT', `/MailingRules/${id}`, { ...fields, ...changes })

test.each([
  ['education', { educationId: null }],
  ['audience', { audience: 'responsibles' }],
  ['trigger', { trigger: 'occasionEnded', days: 1 }],
])('a rule that is on begins at the moment when its %s is changed', async (_, changes) => {
  const rule = await createRule({ trigger: 'signUpMade', days: 0, educationId: course.id })
  await since(rule.id, days(-9))
  const changed = await change(rule, changes)
  expect(await activeSinceOf(rule.id)).toEqual(new Date(changed.lastChange))
})

test('a rule whose words alone are changed goes on as it was', async () => {
  const rule = await createRule({ trigger: 'signUpMade', days: 0 })
  await since(rule.id, days(-1))
  await change(rule, { subject: 'Nya ord' })
  expect(await activeSinceOf(rule.id)).toEqual(days(-1))
})

test('responsible educators get the mail about an occasion that nobody has signed up to', async () => {
  await createRule({ audience: 'responsibles', educationId: course.id })
  const occasion = await on(days(2))
  const educator = await person({ roles: { Educator: {} } })
  await addOccasionResponsible(occasion.id, educator.id)
  await run()
  expect(await countOf(educator)).toBe(1)
})

test('a sign-up to an occasion that has ended gets no welcome', async () => {
  const rule = await createRule({ trigger: 'signUpMade', days: 0 })
  await since(rule.id)
  const anna = await person()
  await signUp(anna, (await on(days(-2))).id, { signedUpAt: days(-0.1) })
  await run(noon, 'mailingRules.signUps')
  expect(await countOf(anna)).toBe(0)
})

test('an occasion without an own deadline has its start as deadline', async () => {
  await createRule({ trigger: 'beforeDeadline', days: 3 })
  const anna = await person()
  await signUp(anna, (await on(days(2))).id)
  await run()
  expect(await countOf(anna)).toBe(1)
})

test('parts that are signed up for together get one mail, about the first of them', async () => {
  const rule = await createRule({ trigger: 'signUpMade', days: 0, text: '{{plats}}' })
  await since(rule.id)
  const both = await createEducation([{ title: 'Del ett' }, { title: 'Del två' }])
  const anna = await person()
  const signedUpAt = days(-0.1)
  const [late, first] = [await on(days(9), { venue: 'Sist' }), await on(days(5), { venue: 'Först' })]
  await signUp(anna, late.id, { educationId: both.id, signedUpAt })
  await signUp(anna, first.id, { educationId: both.id, educationPartId: both.firstPartId, signedUpAt })
  await run(noon, 'mailingRules.signUps')
  expect(await mailsTo(anna)).toHaveLength(1)
  expect((await mailsTo(anna))[0]?.body).toContain('Först')
})

test('two mails with the same words about two occasions are two mails', async () => {
  await createRule({ text: 'Glöm inte!' })
  const anna = await person()
  const other = await createEducation([{ title: 'Annan' }])
  await signUp(anna, (await on(days(1))).id)
  await signUp(anna, (await on(days(2))).id, { educationPartId: other.firstPartId, educationId: other.id })
  await run()
  expect(await countOf(anna)).toBe(2)
})

test('a rule for an education mails those who signed up through it, not through another with the same part', async () => {
  const other = await createEducation([{ title: 'Egen' }], { partIds: [course.firstPartId] })
  await createRule({ educationId: other.id })
  const [own, through, enrolled] = [await person(), await person(), await person()]
  const occasion = await on(days(2))
  await signUp(own, occasion.id, { educationId: other.id })
  await signUp(through, occasion.id, { educationId: course.id })
  // Without an education the sign-up counts towards the one that the person is enrolled in.
  await educationResult({ userId: enrolled.id, educationId: course.id })
  await signUp(enrolled, occasion.id, { educationId: null })
  await run()
  expect(await Promise.all([own, through, enrolled].map(countOf))).toEqual([1, 0, 0])
})

test('a rule that is changed from before the start to after the end mails the same people again', async () => {
  const rule = await createRule()
  const [anna, occasion] = [await person(), await on(days(1))]
  await signUp(anna, occasion.id)
  await run()
  await change(rule, { trigger: 'occasionEnded', days: 1 })
  await since(rule.id)
  await run(days(2.2))
  expect(await countOf(anna)).toBe(2)
})

test('a rule that fails does not stop the rules after it', async () => {
  const broken = await createRule({ name: 'Trasig' })
  await createRule()
  await query.run(sql`update mailing_rules set trigger_kind = 'unknown' where id = ${broken.id}`)
  const anna = await person()
  await signUp(anna, (await on(days(1))).id)
  await expect(run()).rejects.toThrow()
  expect(await countOf(anna)).toBe(1)
})

test('all rules of a run write forty mails together, and the rest in the next runs', async () => {
  const own = await createEducation([{ title: 'Många' }])
  await createRule({ educationId: own.id })
  await createRule({ educationId: own.id, name: 'Andra' })
  const occasion = await on(days(1))
  for (let at = 0; at < 25; at += 1)
    await signUp(await person(), occasion.id, { educationPartId: own.firstPartId, educationId: own.id })
  await run(noon, 'mailingRules.daily', 1)
  expect(await query.select().from(mailingRuleMails)).toHaveLength(40)
  await run()
  expect(await query.select().from(mailingRuleMails)).toHaveLength(50)
})

test('guardians of a young educator get no mail about other people', async () => {
  await createRule({ audience: 'responsibles' })
  const [helena, milo] = [await person(), await createChild()]
  await query.update(users).set({ birthOn: '2022-01-01' }).where(eq(users.id, milo.id))
  const link = { ...toPair(helena, milo), createdByUserId: helena.id, createdAt: new Date(), confirmedAt: new Date() }
  await query.insert(guardianLinks).values({ ...link, relation: 'parent' })
  await addOccasionResponsible((await on(days(1))).id, milo.id)
  await run()
  expect(await countOf(helena)).toBe(0)
})

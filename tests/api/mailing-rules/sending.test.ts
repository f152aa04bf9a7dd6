import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { mailingRuleMails } from '#api/office/mailing-rules/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { users } from '#api/people/users/table.ts'
import { createChild, toPair } from '../../guardians.ts'
import { insertCycle, insertLicense } from '../../licenses.ts'
import { protect } from '../../protection.ts'
import { addOccasionResponsible } from '../../scope/federation.ts'
import {
  countOf,
  createRule,
  days,
  endRule,
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

test('participants get the mail within the days before the start, once, by two runs at the same time', async () => {
  const rule = await createRule({ days: 3 })
  const [soon, later] = [await on(days(3), { venue: 'Klubbhuset', city: 'Arvika' }), await on(days(5))]
  const [anna, bo, off] = [await person(), await person(), await person()]
  await signUp(anna, soon.id)
  await signUp(bo, later.id)
  await signUp(off, soon.id, { canceled: true })
  await Promise.all([run(), run()])
  await run()
  expect(await mailsTo(anna)).toMatchObject([{ subject: 'Hej Anna' }])
  expect((await mailsTo(anna))[0]?.body).toContain('Kursdag Klubbhuset, Arvika')
  expect(await Promise.all([bo, off].map(countOf))).toEqual([0, 0])
  expect(await query.select().from(mailingRuleMails).where(eq(mailingRuleMails.ruleId, rule.id))).toHaveLength(1)
  await endRule(rule)
  expect(await query.select().from(mailingRuleMails).where(eq(mailingRuleMails.ruleId, rule.id))).toEqual([])
})

test('a rule that is off, a cancelled occasion and a waiting sign-up write nothing', async () => {
  const rule = await createRule({ active: false })
  const [occasion, called] = [await on(days(2)), await on(days(2))]
  const [anna, bo, waiting] = [await person(), await person(), await person()]
  await signUp(anna, occasion.id)
  await signUp(bo, called.id)
  await signUp(waiting, occasion.id, { signedUpAt: null })
  await query.update(occasions).set({ canceledAt: noon }).where(eq(occasions.id, called.id))
  await run()
  expect(await countOf(anna)).toBe(0)
  const { id, mails: _, lastMail: __, ...fields } = rule
  await office.json('PUT', `/MailingRules/${id}`, { ...fields, active: true })
  await run()
  expect(await Promise.all([anna, bo, waiting].map(countOf))).toEqual([1, 0, 0])
  await endRule(rule)
})

test('a sign-up is answered when the rule was on, an earlier one is not', async () => {
  const rule = await createRule({ trigger: 'signUpMade', days: 0, text: '{{person}} till {{tillfälle}}' })
  await since(rule.id, days(-0.5))
  const occasion = await on(days(20))
  const [early, late] = [await person(), await person({ firstName: 'Maja', lastName: 'Ek' })]
  await signUp(early, occasion.id, { signedUpAt: days(-0.6) })
  await signUp(late, occasion.id, { signedUpAt: days(-0.01) })
  await run(noon, 'mailingRules.signUps')
  await run(noon, 'mailingRules.signUps')
  expect(await countOf(early)).toBe(0)
  expect((await mailsTo(late)).map(({ body }) => body.includes('Maja Ek till Kursdag'))).toEqual([true])
  await endRule(rule)
})

test('responsible educators get one mail about an ended occasion, with all its participants', async () => {
  const rule = await createRule({ trigger: 'occasionEnded', days: 1, audience: 'responsibles' })
  await since(rule.id)
  const occasion = await on(days(-1.5))
  const educator = await person({ roles: { Educator: {} } })
  await addOccasionResponsible(occasion.id, educator.id)
  for (let at = 0; at < 3; at += 1) await signUp(await person(), occasion.id, { signedUpAt: days(-9) })
  await run()
  await run(days(1))
  expect(await countOf(educator)).toBe(1)
  await endRule(rule)
})

test('club administrators get one mail for an occasion of their members, not for protected ones or other clubs', async () => {
  const rule = await createRule({ trigger: 'beforeDeadline', days: 2, audience: 'clubAdministrators' })
  const [occasion, hidden] = [
    await on(days(9), { lastSignUpAt: days(1) }),
    await on(days(9), { lastSignUpAt: days(1) }),
  ]
  const club = await person({ roles: { OrganizationAdmin: { Organization: [20] } }, organizationIds: [30] })
  const own = await person({ roles: { OrganizationAdmin: {} }, organizationIds: [20] })
  const other = await person({ roles: { OrganizationAdmin: { Organization: [30] } }, organizationIds: [20] })
  for (let at = 0; at < 2; at += 1) await signUp(await person({ organizationIds: [20] }), occasion.id)
  const secret = await person({ organizationIds: [20] })
  await signUp(secret, hidden.id)
  await protect(office, secret.id)
  await run()
  expect(await Promise.all([club, own, other].map(countOf))).toEqual([1, 1, 0])
  await endRule(rule)
})

test('holders get the mail before the licence ends, once for each licence', async () => {
  const rule = await createRule({
    trigger: 'beforeLicenseEnd',
    days: 30,
    audience: 'holders',
    text: '{{licens}} {{slutdatum}}',
  })
  const licenseId = await insertLicense()
  const cycle = { licenseId, validFromOn: '2030-07-01', stage: 'active' as const }
  const [soon, later, revoked] = [await person(), await person(), await person()]
  await insertCycle({ ...cycle, userId: soon.id, validToOn: '2031-07-16' })
  await insertCycle({ ...cycle, userId: later.id, validToOn: '2031-07-17' })
  await insertCycle({ ...cycle, userId: revoked.id, validToOn: '2031-07-01', revokedOn: '2031-06-01' })
  await run()
  await run(days(0.1))
  expect(await Promise.all([soon, later, revoked].map(countOf))).toEqual([1, 0, 0])
  await endRule(rule)
})

test('a protected person and one without an address are recorded without a mail; a guardian gets the child’s', async () => {
  const rule = await createRule()
  const occasion = await on(days(1))
  const [hidden, silent] = [await person(), await person({ email: null })]
  const [helena, milo] = [await person({ firstName: 'Helena' }), await createChild()]
  await query.update(users).set({ birthOn: '2022-01-01' }).where(eq(users.id, milo.id))
  const link = { ...toPair(helena, milo), createdByUserId: helena.id, createdAt: new Date(), confirmedAt: new Date() }
  await query.insert(guardianLinks).values({ ...link, relation: 'parent' })
  for (const one of [hidden, silent, milo]) await signUp(one, occasion.id)
  await protect(office, hidden.id)
  await run()
  const rows = await query.select().from(mailingRuleMails).where(eq(mailingRuleMails.ruleId, rule.id))
  const without = rows.filter(({ messageId }) => messageId === null).map(({ userId }) => userId)
  expect(without.sort((a, b) => a - b)).toEqual([hidden.id, silent.id])
  expect(await mailsTo(helena)).toMatchObject([{ subject: 'Hej Milo' }])
  await endRule(rule)
})

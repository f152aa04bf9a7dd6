import { afterEach, expect, test } from 'vitest'
import { mailingRules } from '#api/office/mailing-rules/table.ts'
import { addOccasionResponsible } from '../../scope/federation.ts'
import { createOccasionSet, prepareTags } from '../tags/fixtures.ts'
import { countOf, createRule, days, mailsTo, person, query, run, signUp } from './fixtures.ts'

await prepareTags()

afterEach(async () => {
  await query.delete(mailingRules)
})

/** Signs a new person up to all occasions of a set. */
async function signUpToAll({ educationId, partIds, ids }: Awaited<ReturnType<typeof createOccasionSet>>) {
  const anna = await person()
  for (const [at, occasionId] of ids.entries())
    await signUp(anna, occasionId, { educationId, educationPartId: partIds[at] })
  return anna
}

const from = (startsAt: Date, more: object = {}) => ({
  startsAt,
  endsAt: new Date(startsAt.getTime() + 3_600_000),
  ...more,
})

test('a set closes with the first start of an occasion without a deadline, and gives one mail', async () => {
  const set = await createOccasionSet([from(days(9), { lastSignUpAt: days(8) }), from(days(5), { venue: 'Banan' })])
  const anna = await signUpToAll(set)
  const educator = await person({ roles: { Educator: {} } })
  for (const id of set.ids) await addOccasionResponsible(id, educator.id)
  const fields = { trigger: 'beforeDeadline', days: 6, educationId: set.educationId, text: '{{plats}}' }
  await createRule(fields)
  await createRule({ ...fields, audience: 'responsibles' })
  await run()
  await run(days(1))
  expect((await mailsTo(anna)).map(({ body }) => body.includes('Banan'))).toEqual([true])
  expect(await countOf(educator)).toBe(1)
})

test('a set with the deadline of one occasion gives one mail', async () => {
  const set = await createOccasionSet([from(days(7), { lastSignUpAt: days(1) }), from(days(9))])
  const anna = await signUpToAll(set)
  await createRule({ trigger: 'beforeDeadline', days: 2, educationId: set.educationId })
  await run()
  expect(await countOf(anna)).toBe(1)
})

test('each occasion of a set gives a mail before its own start', async () => {
  const set = await createOccasionSet([from(days(1)), from(days(2))])
  const anna = await signUpToAll(set)
  await createRule({ educationId: set.educationId })
  await run()
  expect(await countOf(anna)).toBe(2)
})

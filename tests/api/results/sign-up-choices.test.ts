import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { createEducation, createOccasion, createOpenOccasion } from '../../catalogue.ts'
import { database, signedIn } from '../../portal.ts'
import { readRefusal, resultsPath, signUp } from './fixtures.ts'

const { query } = database()

async function aClub(canBeInvoiced: boolean) {
  const now = new Date()
  const [club] = await query
    .insert(organizations)
    .values({ name: 'Karlstads MK', type: 2, path: '/1/', canBeInvoiced, createdAt: now, changedAt: now })
    .returning({ id: organizations.id })
  if (!club) throw new Error('the club was not inserted')
  await query
    .update(organizations)
    .set({ path: `/${club.id}/` })
    .where(eq(organizations.id, club.id))
  return club.id
}

describe('a fee', () => {
  test('is invoiced to the person’s club that accepts invoices, the fee of the education once', async () => {
    const clubId = await aClub(true)
    const education = await createEducation([{}, {}], { feeMinor: 30_000 })
    const [first = 0, second = 0] = education.partIds
    const anna = await signedIn({ organizationIds: [clubId] })
    const choose = { invoiceRecipientId: clubId }
    const one = await signUp(anna, (await createOccasion(first, { feeMinor: 50_000 })).id, choose)
    expect(await one.json()).toMatchObject([{ feeAtSignUp: 800, invoiceRecipientId: clubId }])
    const two = await signUp(anna, (await createOccasion(second, { feeMinor: 10_050 })).id, choose)
    expect(await two.json()).toMatchObject([{ feeAtSignUp: 100.5, invoiceRecipientId: clubId }])
  })

  test('is refused to a club that accepts none, and to a club of others', async () => {
    const [mine, others] = [await aClub(false), await aClub(true)]
    const { occasion } = await createOpenOccasion({ feeMinor: 50_000 })
    const anna = await signedIn({ organizationIds: [mine] })
    for (const invoiceRecipientId of [mine, others]) {
      expect(await readRefusal(await signUp(anna, occasion.id, { invoiceRecipientId }))).toEqual([409, 'fee'])
    }
  })

  test('does not prevent anybody from viewing the offer', async () => {
    const { occasion } = await createOpenOccasion({ feeMinor: 50_000 })
    const anna = await signedIn()
    const offer = await anna.fetch('GET', `/user/${anna.id}/canUserSignUpToEducationForOccasion/${occasion.id}`)
    expect(await offer.json()).toMatchObject({ allowed: true, reason: null, fee: 500, mayBeInvoiced: false })
  })
})

describe('a guardian', () => {
  const link = (adultUserId: number, childUserId: number, confirmedAt: Date | null) =>
    query
      .insert(guardianLinks)
      .values({ adultUserId, childUserId, createdByUserId: childUserId, confirmedAt, createdAt: new Date() })

  test('the only confirmed guardian is the default, and may sign the child up', async () => {
    const { occasion, id } = await createOpenOccasion({}, { guardianRequiredUnderAge: 18 })
    const [junior, parent] = [await signedIn({ birthOn: '2015-05-05' }), await signedIn({ birthOn: '1980-01-01' })]
    const ask = `/user/${junior.id}/musthaveguardianforeducation/${id}`
    expect(await (await junior.fetch('GET', ask)).json()).toBe(true)
    await link(parent.id, junior.id, null)
    expect(await readRefusal(await signUp(junior, occasion.id))).toEqual([409, 'guardian_required'])
    expect((await parent.fetch('GET', ask)).status).toBe(403)
    await query.update(guardianLinks).set({ confirmedAt: new Date() }).where(eq(guardianLinks.childUserId, junior.id))
    const response = await parent.fetch('PUT', resultsPath, [{ userId: junior.id, occasionId: occasion.id }])
    expect(await response.json()).toMatchObject([{ guardianUserId: parent.id, registeredByUserId: parent.id }])
  })

  test('must be an adult and not external', async () => {
    const { occasion } = await createOpenOccasion({}, { guardianRequiredUnderAge: 18 })
    const junior = await signedIn({ birthOn: '2015-05-05' })
    for (const adult of [{ birthOn: '2014-01-01' }, { birthOn: '1980-01-01', isExternal: true }]) {
      await link((await signedIn(adult)).id, junior.id, new Date())
    }
    expect(await readRefusal(await signUp(junior, occasion.id))).toEqual([409, 'guardian_required'])
  })

  test('is not required on the eighteenth birthday', async () => {
    const { occasion } = await createOpenOccasion({}, { guardianRequiredUnderAge: 18 })
    const start = occasion.startsAt.toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' })
    const year = Number(start.slice(0, 4)) - 18
    const grown = await signedIn({ birthOn: `${year}${start.slice(4)}` })
    expect((await signUp(grown, occasion.id)).status).toBe(200)
  })
})

import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { callAs } from './call-as.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'
import { unfold } from './unfold.ts'

// Axe runs in both themes, which takes time on a busy machine.
test.describe.configure({ timeout: 240_000 })

test('the participants of a cancelled occasion are moved to another date', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'cookieConsent', value: 'true', url: baseURL ?? '' }])
  await signIn(page, 'superadmin')
  const [other] = await callAs(page, 'get', '/EducationPartOccasions/271/participants/moveTargets')
  const managed = await callAs(page, 'get', `/EducationPartOccasions/${other.occasionId}/managed`)
  await callAs(page, 'put', '/EducationPartOccasions', { ...managed, maxParticipants: null })
  await page.goto('/education/manageOccasion/271')
  await unfold(page)
  await page.getByRole('button', { name: 'Ställ in', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Ställ in tillfället' })
  const target = dialog.getByRole('radio', { name: /Flytta hit: [1-9]/ }).first()
  await target.check()
  const moved = dialog.getByText(/flyttas med avgiften kvar och får besked/)
  await expect(moved).toBeVisible()
  const count = Number(/\d+/.exec((await moved.textContent()) ?? '')?.[0])
  const targetId = await target.getAttribute('value')
  const idsOn = async (occasionId: string | null) =>
    ((await callAs(page, 'get', `/EducationPartOccasions/${occasionId}/participants`)) as Participant[])
      .filter(({ canceled }) => !canceled)
      .map(({ userId }) => userId)
  const before = await idsOn(targetId)
  await inspected(page, 'cancel-and-move')
  await dialog.getByRole('textbox', { name: 'Skriv ställ in för att bekräfta' }).fill('ställ in')
  await dialog.getByRole('button', { name: 'Ställ in tillfället' }).click()
  await expect(
    page.getByText(/^Tillfället är inställt\. \d+ person(er)? är flytta(d|de) och får besked\.$/),
  ).toBeVisible()
  expect(await idsOn(targetId)).toHaveLength(before.length + count)
})

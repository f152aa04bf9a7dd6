import type { Page } from '@playwright/test'
import { eachOf } from './each-of.ts'
import { expect, test } from './fixtures.ts'
import { setFreeSeats } from './free-seats.ts'
import { inspected } from './inspect.ts'
import { openEducation } from './open-education.ts'
import { signIn } from './sign-in.ts'

/** Signs up for the two days that are chosen together, in the dialog that is open. */
async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Anmälan till/ })
  await expect(dialog.getByText('De 2 tillfällena väljs tillsammans.')).toBeVisible()
  for (const answer of await eachOf(dialog.getByRole('radio', { name: 'Nej' }), 1)) await answer.check()
  await dialog.getByRole('radio', { name: /^Faktura/ }).check()
  await dialog.getByRole('button', { name: 'Bekräfta anmälan' }).click()
  await expect(page.getByText(/^Du är anmäld till/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Din bokning' })).toHaveCount(2)
}

test('dates that are chosen together have one queue, and its offer is for all of them', async ({
  page,
  browser,
  portal,
}) => {
  const [office, other] = [
    await browser.newPage({ baseURL: portal.origin }),
    await browser.newPage({ baseURL: portal.origin }),
  ]
  await signIn(office, 'superadmin')
  await signIn(page, 'learner')
  await page.getByRole('button', { name: 'Acceptera cookies' }).click()
  const path = await openEducation(page, 'Bygg din folkracebil')
  // Nobody is booked on the days yet, and a date has at least one seat.
  await setFreeSeats(office, path, 1)
  await signIn(other, 'orgadmin')
  const cardOn = (of: Page, action: string) =>
    of
      .getByRole('listitem')
      .filter({ hasText: 'Karlstad' })
      .filter({ hasText: 'Väljs tillsammans med' })
      .filter({ has: of.getByRole('button', { name: action }) })
      .last()
  await other.goto(path)
  await cardOn(other, 'Anmäl dig').getByRole('button', { name: 'Anmäl dig' }).click()
  await confirm(other)

  await page.goto(path)
  await cardOn(page, 'Ställ dig i kö').getByRole('button', { name: 'Ställ dig i kö' }).click()
  await expect(page.getByText('Du står på plats 1 i kön').first()).toBeVisible()
  await inspected(page, 'connected-queue')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Köplatser' })).toContainText('Bygg din folkracebil')

  await setFreeSeats(office, path, 1)
  await page.goto(path)
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Ta platsen' }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await inspected(page, 'connected-queue-offer')
  await page.getByRole('button', { name: 'Ta platsen' }).first().click()
  await confirm(page)
  await Promise.all([office.close(), other.close()])
})

import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

test.describe.configure({ timeout: 180_000 })

async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, name)
}

async function openEducation(page: Page, title: string): Promise<string> {
  await page.goto(`/educations?text=${encodeURIComponent(title)}`)
  const link = page.getByRole('main').getByRole('link', { name: title, exact: true }).first()
  const href = (await link.getAttribute('href')) ?? '/404'
  await page.goto(href)
  return href
}

test('a junior reserves a place, and the guardian pays for it', async ({ page, browser }) => {
  await signIn(page, 'junior')
  const href = await openEducation(page, 'Ungdomsrally prova på')
  await page.getByRole('button', { name: 'Anmäl dig' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Anmälan till/ })
  await expect(dialog.getByText('Din vårdnadshavare betalar')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /^Kort/ })).toHaveCount(0)
  for (const group of await dialog.getByRole('group', { name: 'Har du egen hjälm?' }).all())
    await group.getByRole('radio', { name: 'Ja' }).check()
  await look(page, 'family-junior')
  await dialog.getByRole('button', { name: 'Reservera platsen', exact: true }).click()
  await expect(page.getByText(/Din vårdnadshavare betalar\./).first()).toBeVisible()

  const home = await browser.newPage({ baseURL: new URL(page.url()).origin })
  await signIn(home, 'guardian')
  await home
    .getByRole('link', { name: /^Betala 250 kr/ })
    .first()
    .click()
  await expect(home).toHaveURL(new RegExp(`${href}\\?person=`))
  await home.close()
})

import type { Page } from '@playwright/test'
import { eachOf } from './each-of.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { openEducation } from './open-education.ts'
import { signIn } from './sign-in.ts'

async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, name)
}

test('a guardian signs two children up and pays for both at once', async ({ page }) => {
  await signIn(page, 'guardian')
  await expect(page.getByRole('heading', { name: 'Mina barn' })).toBeVisible()
  await look(page, 'family-dashboard')
  await openEducation(page, 'Ungdomsrally prova på')
  await expect(page.getByText('Utbildningen är för yngre deltagare.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Anmäl dig' })).toHaveCount(0)
  const people = page.getByRole('navigation', { name: 'Vem gäller det?' })
  await people.getByRole('link', { name: 'Milo', exact: true }).click()
  await look(page, 'family-education')
  await page.getByRole('button', { name: 'Anmäl Milo' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Anmäl Milo till/ })
  // The education is for ages 13 to 17: the guardian is not offered.
  await expect(dialog.getByRole('group', { name: 'Vem mer gäller det?' }).getByRole('checkbox')).toHaveCount(1)
  await dialog.getByRole('checkbox', { name: 'Alva Ström' }).check()
  await dialog.getByRole('radio', { name: /^Kort/ }).check()
  await dialog.getByRole('checkbox', { name: /Jag godkänner/ }).check()
  const helmets = dialog.getByRole('group', { name: 'Har du egen hjälm?' })
  // The second child's questions are fetched when the child is chosen.
  for (const group of await eachOf(helmets, 2)) await group.getByRole('radio', { name: 'Ja' }).check()
  await expect(dialog).toContainText(/Du kan avanmäla Milo och Alva Ström till och med/)
  await expect(dialog).toContainText(/Sammanlagd avgift för 2 personer500/)
  await look(page, 'family-sign-up')
  await dialog.getByRole('button', { name: 'Gå till betalning', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Betala med kort' })).toBeVisible()
  await page.frameLocator('iframe[title="Kortbetalning"]').getByRole('button', { name: 'Betala', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tack, betalningen är klar' })).toBeVisible({
    timeout: 60_000,
  })
  await page.goto('/')
  await expect(page.getByText('Ungdomsrally prova på').first()).toBeVisible()
  await page.goto('/profile?tab=bookings')
  const paid = page.getByRole('region', { name: 'Betalningar' }).getByRole('listitem').first()
  for (const child of ['Milo', 'Alva']) await expect(paid).toContainText(child)
})

test('a guardian chooses whose bookings the calendar shows', async ({ page }) => {
  await signIn(page, 'guardian', '/calendar?view=list')
  const filters = page.getByRole('search', { name: 'Filter' })
  if (!(await filters.getByLabel('Vem?').isVisible())) await filters.getByText('Filter', { exact: true }).click()
  await filters.getByLabel('Vem?').selectOption('Hela familjen')
  await filters.getByRole('button', { name: 'Visa' }).click()
  await expect(page).toHaveURL(/who=all/)
  await expect(page.getByRole('heading', { name: 'Kommande bokningar' })).toBeVisible()
  const items = page.getByRole('main').getByRole('listitem')
  await expect(items.filter({ hasText: 'Milo' }).first()).toBeVisible()
  await look(page, 'family-calendar')
  await page.goto('/calendar?view=month&who=all')
  await look(page, 'family-calendar-month')
  // Nobody's child, or somebody else's: all dates again.
  await page.goto('/calendar?view=list&who=5')
  await expect(page).toHaveURL('/calendar?view=list')
})

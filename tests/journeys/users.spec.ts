import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './people.ts'
import { expect, test } from './stage.ts'

async function inspected(page: Page, name: string): Promise<void> {
  await expect(page.locator('#toasts [data-text]')).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, `${name}-${colorScheme}`)
  }
}

test('the office finds people as it types, and gives all of a page a role limited to a club', async ({ page }) => {
  test.slow()
  await signIn(page, 'superadmin')
  await page.goto('/users')
  await inspected(page, 'users')
  await page.getByRole('searchbox', { name: 'Sök person' }).pressSequentially('helena str')
  await expect(page.getByText('2 personer', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/text=helena\+str/)
  await page.getByRole('searchbox', { name: 'Sök person' }).fill('')
  await page.getByRole('combobox', { name: 'Visa' }).selectOption('Medlemmar')
  await expect(page).toHaveURL(/kind=member/)

  await page.getByRole('checkbox', { name: 'Markera alla på sidan' }).check()
  await page.getByRole('group', { name: 'Åtgärder för markerade' }).getByRole('button', { name: 'Roller' }).click()
  const dialog = page.getByRole('dialog', { name: /Roller för \d+ personer/ })
  await dialog.getByRole('combobox', { name: 'Roll', exact: true }).selectOption('Föreningsadministratör')
  await dialog
    .getByRole('combobox', { name: 'Begränsa till föreningar eller distrikt' })
    .pressSequentially('Bredåsen M')
  await expect(page.getByRole('option', { name: 'Bredåsen Motorklubb' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Ta bort Bredåsen Motorklubb' })).toBeVisible()
  await expect(dialog.getByText('Får rollen').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Ge rollen till \d+ personer/ }).click()
  await expect(dialog).toBeHidden({ timeout: 60_000 })
  await expect(page.getByText('Föreningsadministratör: Bredåsen Motorklubb').first()).toBeVisible()
})

test('a person is changed, and what is wrong is said at its field', async ({ page }) => {
  await signIn(page, 'superadmin')
  await page.goto('/users?text=helena')
  await page.getByRole('button', { name: 'Åtgärder för Helena Ström' }).click()
  await page.getByRole('menuitem', { name: 'Ändra uppgifter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Helena Ström' })
  await dialog.getByRole('textbox', { name: 'Förnamn' }).fill('Helena Maria')
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect(page.getByRole('link', { name: 'Helena Maria Ström' })).toBeVisible()
})

test('a club administrator finds the own club and gives no roles', async ({ page }) => {
  await signIn(page, 'orgadmin')
  await page.goto('/users')
  await expect(page.getByRole('heading', { name: 'Användare' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Markera alla på sidan' })).toHaveCount(0)
  await inspected(page, 'users-club')
  await page.goto('/users?text=superadmin')
  await expect(page.getByText('Ingen person passar in på sökningen')).toBeVisible()
})

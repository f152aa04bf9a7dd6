import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './people.ts'
import { expect, test } from './stage.ts'

async function inspected(page: Page, name: string): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, name)
}

test('an external user is made, and an address that is taken is said at its field', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('409', 'CreateExternalUser')
  await signIn(page, 'superadmin', '/skapaexternanvändare')
  await page.getByRole('textbox', { name: 'Förnamn' }).fill('Pekka')
  await page.getByRole('textbox', { name: 'Efternamn' }).fill('Virtanen')
  const email = page.getByRole('textbox', { name: 'E-post' })
  await email.fill('learner@nordiskbilsport.example')
  await page.getByRole('button', { name: 'Skapa användaren' }).click()
  await expect(page.getByRole('alert').getByRole('link', { name: /E-postadressen hör redan/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Förnamn' })).toHaveValue('Pekka')
  await inspected(page, 'external-user-refused')
  await email.fill('pekka@example.fi')
  await page.getByRole('button', { name: 'Skapa användaren' }).click()
  await expect(page.getByText('Pekka Virtanen är skapad.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Förnamn' })).toHaveValue('')
  await inspected(page, 'external-user-made')
  await page.getByRole('link', { name: 'Visa profilen' }).click()
  await expect(page.getByRole('heading', { name: 'Pekka Virtanen' })).toBeVisible()
})

test('the office gives a membership on the person’s own page', async ({ page }) => {
  await signIn(page, 'superadmin', '/profile/5')
  await page.getByRole('button', { name: 'Ändra uppgifter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sara Lindgren' })
  await dialog.getByRole('combobox', { name: 'Föreningar' }).pressSequentially('Almvik M')
  await expect(page.getByRole('option', { name: 'Almvik Motorklubb' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Ta bort Almvik Motorklubb' })).toBeVisible()
  await inspected(page, 'person-dialog')
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect(page.getByText('Sara Lindgren är sparad.')).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(/Almvik Motorklubb/)
      .first(),
  ).toBeVisible()
})

test('a guardian is found by name, added and taken away again', async ({ page }) => {
  await signIn(page, 'superadmin', '/profile/6')
  const guardians = page.getByRole('region', { name: 'Målsmän' }).first()
  await guardians.getByRole('button', { name: 'Lägg till målsman' }).click()
  const dialog = page.getByRole('dialog', { name: 'Målsman för Milo Ström' })
  await dialog.getByRole('combobox', { name: 'Sök på namn' }).pressSequentially('sara lindg')
  await expect(page.getByRole('option', { name: /Sara Lindgren/ }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Förälder' }).check()
  await inspected(page, 'guardian-search')
  await dialog.getByRole('button', { name: 'Lägg till målsman' }).click()
  await expect(guardians.getByRole('link', { name: 'Sara Lindgren' })).toBeVisible()
  await guardians.getByRole('button', { name: 'Ta bort Sara Lindgren' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort', exact: true }).click()
  await expect(guardians.getByRole('link', { name: 'Sara Lindgren' })).toHaveCount(0)
})

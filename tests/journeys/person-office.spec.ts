import type { Page } from '@playwright/test'
import { password } from '#story/people.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

async function inspected(page: Page, name: string): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, name)
}

test('an external user is created, and an address in use is reported at its field', async ({
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

test('the office adds a membership on the person’s page', async ({ page }) => {
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

test('a guardian is found by name, added and removed', async ({ page }) => {
  await signIn(page, 'superadmin', '/profile/6?tab=account')
  const guardians = page.getByRole('region', { name: 'Vårdnadshavare', exact: true }).first()
  await guardians.getByRole('button', { name: 'Lägg till vårdnadshavare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Vårdnadshavare för Milo Ström' })
  await dialog.getByRole('combobox', { name: 'Sök på namn' }).pressSequentially('sara lindg')
  await expect(page.getByRole('option', { name: /Sara Lindgren/ }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Förälder' }).check()
  await inspected(page, 'guardian-search')
  await dialog.getByRole('button', { name: 'Lägg till vårdnadshavare' }).click()
  await expect(guardians.getByRole('link', { name: 'Sara Lindgren' })).toBeVisible()
  await guardians.getByRole('button', { name: 'Ta bort Sara Lindgren' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort', exact: true }).click()
  await expect(guardians.getByRole('link', { name: 'Sara Lindgren' })).toHaveCount(0)
})

test('access to another account requires a proof of identity', async ({ page, expectedErrors }) => {
  expectedErrors.push('password/verify')
  await signIn(page, 'superadmin', '/profile/5')
  let requestCount = 0
  // The portal's answer five minutes after the sign-in.
  await page.route('**/api/Authentication/SingleSignOnLinkForUser/*', (route) => {
    requestCount += 1
    const body = { status: 403, code: 'proof_required', message: 'Bekräfta först att det är du.' }
    return requestCount % 2 === 1 ? route.fulfill({ status: 403, json: body }) : route.continue()
  })
  const menu = page.getByRole('button', { name: 'Åtgärder för Sara Lindgren' })
  const proof = page.getByRole('dialog', { name: 'Bekräfta att det är du' })
  const openLink = async () => {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Inloggningslänk' }).click()
    await expect(proof).toBeVisible()
  }
  await openLink()
  await inspected(page, 'recent-proof')
  await proof.getByRole('button', { name: 'Avbryt' }).click()
  await expect(proof).toHaveCount(0)
  await expect(page.getByText('Bekräfta först att det är du.')).toBeVisible()

  requestCount = 0
  await openLink()
  await proof.getByLabel('Nuvarande lösenord').fill('fel-fel-fel')
  await proof.getByRole('button', { name: 'Bekräfta' }).click()
  await expect(proof.getByRole('alert').getByText(/stämmer inte/)).toBeVisible()
  await proof.getByLabel('Nuvarande lösenord').fill(password)
  await proof.getByRole('button', { name: 'Bekräfta' }).click()
  await expect(proof).toHaveCount(0)
  await expect(page.getByText(/\/login\/singlesignon\//)).toBeVisible()
})

import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('a disturbance message is put out with one press, seen by a visitor, and taken away', async ({
  page,
  browser,
}) => {
  await signIn(page, 'superadmin', '/config?tab=disturbance')
  await expectAccessible(page)
  await shoot(page, 'configuration-disturbance')
  await page.getByLabel('Nytt meddelande').fill('Inloggningen är långsam just nu.')
  await page.getByRole('button', { name: 'Visa meddelandet' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Inloggningen är långsam' })
  await expect(row.getByText('Visas nu')).toBeVisible()

  const visitor = await browser.newPage()
  await visitor.goto(new URL('/login', page.url()).href)
  await expect(visitor.locator('#disturbance')).toContainText('Inloggningen är långsam')
  await visitor.close()

  await row.getByRole('button', { name: /^Ta bort/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort meddelandet' }).click()
  await expect(row).toHaveCount(0)
})

test('a feature that is switched off takes what belongs to it along', async ({ page }) => {
  await signIn(page, 'superadmin', '/educations')
  await expect(page.getByRole('button', { name: 'Mina grenar', exact: true })).toBeVisible()
  await page.goto('/config?tab=features')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'configuration-features')
  const box = page.getByRole('checkbox', { name: 'Favoritgrenar' })
  await box.uncheck()
  await expect(page.getByText('Du har ändringar som inte är sparade.')).toBeVisible()
  await page.getByRole('button', { name: 'Spara', exact: true }).click()
  await expect(page.getByText('Du har ändringar som inte är sparade.')).toBeHidden()
  await page.reload()
  await expect(box).not.toBeChecked()
  await page.goto('/educations')
  await expect(page.getByRole('button', { name: 'Mina grenar', exact: true })).toHaveCount(0)
})

test('the accent colour is seen before it is saved, and a faint one gets a warning', async ({ page }) => {
  await signIn(page, 'superadmin', '/config?tab=look')
  await page.getByLabel('Färgkod').fill('#b00020')
  const sample = page.locator('[data-scheme=light]').getByText('Knapp', { exact: true })
  await expect(sample).toHaveCSS('background-color', 'rgb(176, 0, 32)')
  await expectAccessible(page)
  await shoot(page, 'configuration-look')
  await page.getByLabel('Färgkod').fill('#ffee88')
  await expect(page.getByText(/Färgen syns dåligt mot vitt/)).toBeVisible()
  await page.getByLabel('Färgkod').fill('#b00020')
  await page.getByRole('button', { name: 'Spara', exact: true }).click()
  await expect(page.getByText('Du har ändringar som inte är sparade.')).toBeHidden()
  await page.reload()
  await expect(page.locator('link[href="/theme/b00020.css"]')).toHaveCount(1)
})

test('the log shows who did what, and is filtered by its address', async ({ page }) => {
  await signIn(page, 'superadmin', '/config?tab=gdpr')
  await page.getByLabel('Telefon').fill('+46 8 555 12 12')
  await page.getByRole('button', { name: 'Spara', exact: true }).click()
  await expect(page.getByText('Sparat', { exact: true })).toBeVisible()
  await expect(page.getByText('Du har ändringar som inte är sparade.')).toBeHidden()
  await page.goto('/config?tab=audit')
  await page.getByLabel('Vad', { exact: true }).selectOption({ label: 'Ändrade GDPR-kontakt' })
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page).toHaveURL(/action=gdprContact\.changed/)
  const rows = page.getByRole('row').filter({ hasText: 'Ändrade GDPR-kontakt' })
  await expect(rows.first()).toContainText('+46 8 555 12 12')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'configuration-log')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Hämta som CSV' }).click()
  expect((await download).suggestedFilename()).toBe('logg.csv')

  // Person and period stand beside the action; the target is a link that narrows the list to it.
  const name = (await rows.first().getByRole('rowheader').textContent()) ?? ''
  await page.getByLabel('Vem', { exact: true }).fill(name.trim())
  await page.getByLabel('Från', { exact: true }).fill('2026-01-01')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page).toHaveURL(/who=.+action=gdprContact\.changed.+from=2026-01-01/)
  await expect(rows.first()).toContainText('+46 8 555 12 12')
  await page.getByLabel('Till och med', { exact: true }).fill('2026-01-02')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page.getByText('Inget i loggen motsvarar det du söker.')).toBeVisible()
  await page.goto('/config?tab=audit&target=gdprContact/1')
  await expect(rows.first()).toContainText('+46 8 555 12 12')
  await page.goto('/config?tab=audit')
  await inspected(page, 'configuration-log-all')
})

test('another system gets an account whose password is shown once', async ({ page }) => {
  await signIn(page, 'superadmin', '/config?tab=accounts')
  await page.getByRole('button', { name: 'Nytt integrationskonto' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Systemets namn').fill('Licensregistret')
  await dialog.getByRole('button', { name: 'Skapa kontot' }).click()
  await expect(page.getByRole('dialog').locator('code')).toContainText('upint_')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Jag har sparat det' }).click()
  await expect(page.getByText('Har aldrig använts')).toBeVisible()
  await expect(page.getByText('upint_')).toHaveCount(0)
})

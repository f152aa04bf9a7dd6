import { expect, test } from './fixtures.ts'
import { expectAccessible, inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test.use({ expectedErrors: ['restoreDrills', '400'] })

// The first minute of a portal has all daily jobs to do.
test('a superadministrator sees how the portal runs, retries a failed job and notes a drill', async ({
  page,
  portal,
}) => {
  await portal.tick()
  await signIn(page, 'superadmin', '/operations')
  await expect(page.getByRole('heading', { name: 'Drift', level: 1 })).toBeVisible()
  await expect(page.getByText('Minst ett bakgrundsjobb har misslyckats').first()).toBeVisible()
  await expect(page.getByText('Larm skickas inte till någon')).toBeVisible()
  await expect(page.getByText(/Öppet sedan/)).toBeVisible()
  await inspected(page, 'operations')

  await page.getByRole('button', { name: /^Försök igen: Skicka e-post/ }).click()
  await expect(page.getByText('Jobbet körs igen.')).toBeVisible()
  await expect(page.getByText('Inga jobb har misslyckats.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Misslyckade jobb' })).toBeFocused()

  await page.getByRole('button', { name: 'Anteckna en övning' }).click()
  const dialog = page.getByRole('dialog', { name: 'Anteckna en återläsningsövning' })
  await dialog.getByLabel('Minuter som den tog').fill('noll')
  await dialog.getByRole('button', { name: 'Anteckna' }).click()
  await expect(dialog.getByText('Skriv ett tal med bara siffror.', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Minuter som den tog')).toHaveValue('noll')
  await expectAccessible(page)
  await dialog.getByLabel('Minuter som den tog').fill('38')
  await dialog.getByRole('button', { name: 'Anteckna' }).click()
  await expect(page.getByText('Övningen är antecknad.')).toBeVisible()
  await expect(page.getByText('tog 38 minuter')).toBeVisible()
})

test('a stranger reads at /status whether the portal works, and the message about a disturbance', async ({
  page,
  portal,
}) => {
  await portal.tick()
  await signIn(page, 'superadmin', '/operations')
  await page.getByRole('link', { name: 'Den öppna statussidan' }).click()
  await page.getByRole('heading', { name: 'Driftstatus', level: 1 }).waitFor()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/status')
  await expect(page.getByText('Allt fungerar')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Sidor och inloggning' })).toContainText('Fungerar')
  await expect(page.getByText(/Senast kontrollerat/)).toBeVisible()
  await inspected(page, 'status')
  await page.goto('/operations')
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Foperations/)
})

test('the status page is in English for a reader of English @once', async ({ page, context, portal }) => {
  await portal.tick()
  await context.addCookies([{ name: 'language', value: 'en', url: portal.origin }])
  await page.goto(`${portal.origin}/status`)
  await expect(page.getByRole('heading', { name: 'Status', level: 1 })).toBeVisible()
  await expect(page.getByText('The portal works as usual.')).toBeVisible()
})

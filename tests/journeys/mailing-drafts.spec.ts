import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test.use({ expectedErrors: ['Mailings/drafts', '409'] })

test('a draft to a saved view is kept, merged with another tab’s, and sent', async ({ page, context }) => {
  await signIn(page, 'superadmin', '/outbox/mailing')
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'En sparad vy' }) })
  await form.getByLabel('Vy').selectOption({ label: 'Externa deltagare · användare' })
  await inspected(page, 'mailings-drafts')
  await form.getByRole('button', { name: /^Skriv/ }).click()
  await expect(page.getByText(/^\d+ mottagare$/)).toBeVisible()
  await page.getByLabel('Ämne').fill('Hälsning')
  await page.getByRole('button', { name: 'Spara utkast' }).click()
  await expect(page.getByText('Utkastet är sparat.')).toBeVisible()
  await expect(page).toHaveURL(/draft=/)

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByLabel('Ämne')).toHaveValue('Hälsning')
  await other.getByRole('textbox', { name: 'Text' }).fill('Skrivet i den andra fliken.')
  await other.getByRole('button', { name: 'Spara utkast' }).click()
  await expect(other.getByText('Utkastet är sparat.')).toBeVisible()
  await other.getByLabel('Ämne').fill('Hälsning från kansliet')
  await other.getByRole('button', { name: 'Spara utkast' }).click()
  await expect(other.getByText('Utkastet är sparat.').first()).toBeVisible()

  await page.getByLabel('Ämne').fill('Vårhälsning')
  await page.getByRole('button', { name: 'Spara utkast' }).click()
  const conflict = page.getByRole('dialog')
  await expect(conflict.getByText('Hälsning från kansliet')).toBeVisible()
  await inspected(page, 'mailings-draft-conflict')
  await conflict.getByRole('button', { name: 'Spara', exact: false }).first().click()
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Skrivet i den andra fliken.')
  await expect(page.getByLabel('Ämne')).toHaveValue('Vårhälsning')

  await page.goto('/outbox/mailing')
  await page.getByRole('link', { name: 'Vårhälsning' }).click()
  await page.getByRole('button', { name: 'Skicka', exact: true }).click()
  await page
    .getByRole('dialog', { name: /^Skicka till \d+ person/ })
    .getByRole('button', { name: 'Skicka' })
    .click()
  await expect(page.getByText('Utskicket skickas.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Vårhälsning' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Vårhälsning' })).toBeVisible()
})

test('a mail to one person is written from their page and is in their history', async ({ page }) => {
  await signIn(page, 'superadmin', '/profile/110')
  await page.getByRole('link', { name: 'Skicka mejl' }).click()
  await expect(page.getByText('1 mottagare')).toBeVisible()
  await page.getByLabel('Ämne').fill('Ditt intyg är klart')
  await page.getByRole('textbox', { name: 'Text' }).fill('Hej {{förnamn}}!')
  await page.getByRole('button', { name: 'Skicka', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Skicka' }).click()
  await expect(page.getByText('Utskicket skickas.')).toBeVisible()
  await expect(async () => {
    await page.goto('/profile/110')
    await expect(page.getByText('Ditt intyg är klart').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
})

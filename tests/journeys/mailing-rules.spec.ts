import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test.use({ expectedErrors: ['MailingRules', '400'] })

test('the office writes a rule, sees whom it would have mailed, and turns it on', async ({ page }) => {
  await signIn(page, 'superadmin', '/outbox/rules')
  await expect(page.getByRole('link', { name: 'Påminnelse inför kursdagen' })).toBeVisible()
  await inspected(page, 'mailing-rules')
  await page.getByRole('link', { name: 'Ny regel' }).click()
  await page.getByLabel('Namn').fill('Tack för din anmälan')
  await page.getByLabel('När').selectOption({ label: 'När någon har anmält sig till ett tillfälle' })
  await expect(page.getByLabel('Dagar')).toHaveCount(0)
  await expect(page.getByText(/^[\d\s]+ mejl de senaste 30 dagarna$/)).toBeVisible()
  await page.getByLabel('Ämne').fill('Tack, {{förnamn}}')
  await page.getByRole('textbox', { name: 'Text' }).fill('Välkommen till ')
  await page.getByRole('button', { name: 'Tillfälle' }).click()
  await expect(page.getByRole('article').getByText(/^Tack, (?!\{)/)).toBeVisible()
  await inspected(page, 'mailing-rules-form')

  await page.getByRole('textbox', { name: 'Text' }).fill('{{licens}}')
  await page.getByRole('button', { name: 'Skapa regeln' }).click()
  await expect(page.getByText('Text: En markör är okänd').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Text' }).fill('Välkommen till {{tillfälle}}.')
  await page.getByRole('button', { name: 'Skapa regeln' }).click()
  await expect(page.getByText('Regeln är skapad.')).toBeVisible()

  await page.getByRole('link', { name: 'Tack för din anmälan' }).click()
  await page.getByLabel('Regeln är på').check()
  await page.getByRole('button', { name: 'Spara', exact: true }).click()
  await expect(page.getByText('Regeln är sparad.')).toBeVisible()
  await page.goto('/outbox/rules')
  const row = page.getByRole('listitem').filter({ hasText: 'Tack för din anmälan' })
  await expect(row.getByText('På', { exact: true })).toBeVisible()

  await row.getByRole('link').click()
  await page.getByRole('button', { name: 'Ta bort regeln' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort regeln' }).click()
  await expect(page.getByText('Regeln är borttagen.')).toBeVisible()
  await expect(row).toHaveCount(0)
})

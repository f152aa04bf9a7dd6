import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

const toExported = '/invoices?tab=exported'

/** Creates an invoice of the first recipient, and returns its batch in the list. */
async function createBatch(page: Page, reference: string) {
  await page.goto('/invoices')
  const recipients = page
    .getByRole('main')
    .getByRole('rowgroup')
    .filter({ has: page.getByRole('button', { name: /^Rader/ }) })
  await recipients.first().getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Skapa underlag …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Skapa fakturaunderlag' })
  await dialog.getByRole('textbox', { name: 'Er referens' }).fill(reference)
  await dialog.getByRole('button', { name: 'Skapa ett underlag' }).click()
  await page.waitForURL(toExported)
  return page.getByRole('main').getByRole('rowgroup').filter({ hasText: reference })
}

test('the office connects Fortnox, sends a batch, reads why one failed, and connects again after a revoked grant @once', async ({
  page,
  fortnoxOrigin,
}) => {
  const change = (changes: object) => page.request.post(`${fortnoxOrigin}/state`, { data: changes })
  await signIn(page, 'superadmin')
  const batch = await createBatch(page, 'Första')
  await expect(page.getByRole('button', { name: 'Anslut Fortnox' })).toBeVisible()
  await expect(batch.getByRole('button', { name: /^Skicka till Fortnox/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Anslut Fortnox' }).click()
  await page.waitForURL(toExported)
  await expect(page.getByText('Portalen skickar fakturor till Förbundet i Fortnox.', { exact: false })).toBeVisible()

  await change({ refusesCustomers: true })
  await batch.getByRole('button', { name: /^Skicka till Fortnox/ }).click()
  const question = page.getByRole('dialog', { name: 'Skicka ett underlag till Fortnox?' })
  await question.getByRole('button', { name: 'Skicka till Fortnox' }).click()
  await expect(batch.getByText('Fortnox svarade: Ogiltigt organisationsnummer.', { exact: false })).toBeVisible()
  await inspected(page, 'fortnox-failed')
  await change({ refusesCustomers: false })
  await batch.getByRole('button', { name: /^Försök igen/ }).click()
  await question.getByRole('button', { name: 'Försök igen' }).click()
  await expect(batch.getByText('Fortnox: en skickad')).toBeVisible()
  await batch.getByRole('button', { name: 'Visa fakturorna i Fortnox' }).click()
  await expect(batch.getByText(/nummer 1 i Fortnox/)).toBeVisible()
  await inspected(page, 'fortnox-sent')
  await batch.getByRole('button', { name: /SIE/ }).click()
  const fileQuestion = page.getByRole('dialog', { name: 'Hämta SIE-filen ändå?' })
  await expect(fileQuestion.getByText('bokförs de två gånger', { exact: false })).toBeVisible()
  await fileQuestion.getByRole('button', { name: 'Avbryt' }).click()

  await change({ isRevoked: true })
  const second = await createBatch(page, 'Andra')
  await second.getByRole('button', { name: /^Skicka till Fortnox/ }).click()
  await question.getByRole('button', { name: 'Skicka till Fortnox' }).click()
  await expect(second.getByText('Fortnox: en väntar')).toBeVisible()
  await expect(async () => {
    await page.goto(toExported)
    await expect(page.getByRole('button', { name: 'Anslut igen' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await inspected(page, 'fortnox-revoked')
  await page.getByRole('button', { name: 'Anslut igen' }).click()
  await page.waitForURL(toExported)
  await expect(second.getByText('Fortnox: en skickad')).toBeVisible()

  await page.getByRole('button', { name: 'Koppla från Fortnox' }).click()
  await page
    .getByRole('dialog', { name: 'Koppla från Förbundet?' })
    .getByRole('button', { name: 'Koppla från Fortnox' })
    .click()
  await expect(page.getByRole('button', { name: 'Anslut Fortnox' })).toBeVisible()
})

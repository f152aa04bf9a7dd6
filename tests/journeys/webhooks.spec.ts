import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

// The refused address.
test.use({ expectedErrors: ['Adressen måste börja', 'status of 400'] })

test('a webhook is added, its secret shown once, a test sent and listed, and it is removed', async ({ page }) => {
  await signIn(page, 'superadmin', '/config?tab=accounts')
  await page.getByRole('button', { name: 'Ny webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Ny webhook' })
  await form.getByLabel('Systemets namn').fill('Medlemssystemet')
  await form.getByLabel('Adress').fill('https://10.0.0.1/hooks')
  await form.getByLabel('Licens utfärdad eller förnyad').check()
  await form.getByRole('button', { name: 'Lägg till' }).click()
  await expect(form.getByText('Adressen måste börja med https://', { exact: false })).toBeVisible()
  await inspected(page, 'webhook-form')
  // A name that never resolves: nothing is sent to anybody.
  await form.getByLabel('Adress').fill('https://hooks.example.se/portal')
  await form.getByRole('button', { name: 'Lägg till' }).click()
  const secret = page.getByRole('dialog', { name: 'Hemlighet för Medlemssystemet' })
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await secret.getByRole('button', { name: 'Jag har sparat den' }).click()
  await expect(page.getByText('https://hooks.example.se/portal', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Visa meddelanden till Medlemssystemet' }).click()
  const messages = page.getByRole('dialog', { name: 'Meddelanden till Medlemssystemet' })
  await expect(messages.getByText('Inga meddelanden')).toBeVisible()
  await messages.getByRole('button', { name: 'Skicka ett prov' }).click()
  await expect(messages.getByRole('listitem')).toHaveCount(1)
  await inspected(page, 'webhook-messages')
  await messages.getByRole('button', { name: 'Stäng' }).last().click()
  await page.getByRole('button', { name: 'Ta bort Medlemssystemet' }).click()
  await page.getByRole('button', { name: 'Ta bort webhooken' }).click()
  await expect(page.getByText('Inget system får meddelanden.')).toBeVisible()
  await inspected(page, 'webhooks')
})

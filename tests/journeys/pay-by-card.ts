import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Pays in the provider's frame on the English page of a payment, and waits until the place is given. */
export async function payByCard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Pay by card' })).toBeVisible()
  const frame = page.frameLocator('iframe[title="Card payment"]')
  await frame.getByRole('button', { name: 'Pay', exact: true }).click()
  const thanks = page.getByRole('heading', { level: 1, name: 'Thank you, the payment is done' })
  await expect(thanks).toBeVisible({ timeout: 60_000 })
}

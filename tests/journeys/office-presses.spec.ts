import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { countPresses } from './presses.ts'
import { signIn } from './sign-in.ts'

const consent = { name: 'cookieConsent', value: 'true' }

/** Finds the payment of the list whose refund has not been tried: reading its page is no press. */
async function findUntried(page: Page, links: Locator): Promise<number> {
  await expect(links).not.toHaveCount(0)
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  for (const [at, address] of addresses.entries()) {
    const html = await (await page.request.get(address)).text()
    if (/>\s*Betala tillbaka\s*</.test(html)) return at
  }
  throw new Error('every refund of the list has been tried')
}

test.beforeEach(({ page, baseURL }) => page.context().addCookies([{ ...consent, url: baseURL ?? '' }]))

test('what waits is seen without a press, and a failed mail with one', async ({ page }) => {
  const presses = await countPresses(page)
  await signIn(page, 'superadmin')
  const queues = page.getByRole('region', { name: 'Väntar på dig' })
  await expect(queues.getByRole('link', { name: 'Anmälningar att godkänna' })).toBeVisible()
  expect(presses()).toBe(0)
  await queues.getByRole('link', { name: 'Mejl som inte gick fram' }).click()
  await expect(page).toHaveURL(/\/outbox/)
  await expect(page.getByRole('main').getByRole('rowheader').first()).toBeVisible()
  expect(presses()).toBe(1)
})

test('a waiting refund is made with four presses, from the start page', async ({ page }) => {
  const presses = await countPresses(page)
  await signIn(page, 'superadmin')
  await page
    .getByRole('region', { name: 'Väntar på dig' })
    .getByRole('link', { name: 'Betalningar att återbetala' })
    .click()
  await expect(page).toHaveURL(/\/betalningar\?/)
  const links = page.getByRole('main').locator('a[href^="/betalningar/"]').filter({ visible: true })
  await links.nth(await findUntried(page, links)).click()
  await page.getByRole('button', { name: 'Betala tillbaka', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Betala tillbaka till kortet' })
  await dialog.getByRole('button', { name: 'Betala tillbaka', exact: true }).click()
  await expect(page.getByText(/Pengarna är återbetalda\.|Återbetalningen är skickad/)).toBeVisible()
  expect(presses()).toBe(4)
})

test('applicants of several occasions are approved with three presses, from the start page', async ({ page }) => {
  const presses = await countPresses(page)
  await signIn(page, 'superadmin')
  await page
    .getByRole('region', { name: 'Väntar på dig' })
    .getByRole('link', { name: 'Anmälningar att godkänna' })
    .click()
  const rows = page.locator('#approvals[data-held] li:visible')
  await expect(rows).not.toHaveCount(0)
  expect(await rows.count(), 'applicants').toBeGreaterThanOrEqual(14)
  await page.getByRole('checkbox', { name: 'Välj alla på sidan' }).check()
  await page.getByRole('button', { name: 'Godkänn valda' }).click()
  await expect(page.getByText(/anmälningar godkända$/)).toBeVisible()
  await expect(rows).toHaveCount(0)
  expect(presses()).toBe(3)
})

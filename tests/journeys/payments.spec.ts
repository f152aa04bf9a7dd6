import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Several inspected screens, with calls to the provider between them.
async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, name)
}

async function openSignUp(page: Page, title: string) {
  await page.goto(`/educations?text=${encodeURIComponent(title)}`)
  const link = page.getByRole('main').getByRole('link', { name: title, exact: true }).first()
  await page.goto((await link.getAttribute('href')) ?? '/404')
  const dialog = page.getByRole('dialog', { name: /^Anmälan till/ })
  await page.getByRole('button', { name: 'Anmäl dig' }).first().click()
  await expect(dialog).toBeVisible()
  return dialog
}

test('a day is paid by card, from the sign-up to the receipt that anybody with its address may see', async ({
  page,
  browser,
}) => {
  await page.clock.install()
  await signIn(page, 'learner')
  const dialog = await openSignUp(page, 'Banpreparering')
  await dialog.getByRole('radio', { name: /^Kort/ }).check()
  await dialog.getByRole('button', { name: 'Gå till betalning', exact: true }).click()
  await expect(dialog.getByText('Godkänn köpvillkoren för att betala.').first()).toBeVisible()
  await dialog.getByRole('checkbox', { name: /Jag godkänner/ }).check()
  await look(page, 'sign-up-by-card')
  await dialog.getByRole('button', { name: 'Gå till betalning', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Betala med kort' })).toBeVisible()
  const frame = page.frameLocator('iframe[title="Kortbetalning"]')
  await expect(frame.getByRole('button', { name: 'Betala', exact: true })).toBeVisible()
  await look(page, 'payment')
  await expect(page.getByText('Tid kvar att betala:')).toBeVisible()
  const first = page.url()
  await page.clock.fastForward('31:00')
  await expect(page.getByRole('status').filter({ hasText: 'Tiden är ute' })).toHaveCount(1)
  await expect(page.locator('iframe')).toHaveCount(0)
  await look(page, 'payment-over')
  await page.getByRole('button', { name: 'Börja om', exact: true }).click()
  await expect(frame.getByRole('button', { name: 'Betala', exact: true })).toBeVisible()
  expect(page.url()).not.toBe(first)
  await frame.getByRole('button', { name: 'Stäng utan att betala', exact: true }).click()
  await expect(page.getByText('Du stängde betalningen. Platsen är fortfarande reserverad')).toBeVisible()
  await frame.getByRole('button', { name: 'Betala, men svara sent', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Vi kontrollerar betalningen' })).toBeVisible()
  await look(page, 'payment-pending')
  await expect(page.getByRole('heading', { level: 1, name: 'Tack, betalningen är klar' })).toBeVisible({
    timeout: 60_000,
  })
  await look(page, 'payment-confirmed')
  await page.getByRole('link', { name: 'Visa kvitto', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kvitto' })).toBeVisible()
  await look(page, 'receipt')
  const address = page.url()

  await page.goto('/profile?tab=bookings')
  const paid = page.getByRole('region', { name: 'Betalningar' }).getByRole('listitem').first()
  await expect(paid.getByText('Betald', { exact: true })).toBeVisible()

  const stranger = await browser.newPage({ baseURL: new URL(address).origin })
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { level: 1, name: 'Kvitto' })).toBeVisible()
  await expect(stranger.getByText('Betalare', { exact: true })).toHaveCount(0)
  await stranger.close()
})

/** Opens a payment of the list whose refund has not been tried. */
async function openUntriedRefund(page: Page): Promise<void> {
  const links = page.getByRole('main').locator('a[href^="/betalningar/"]').filter({ visible: true })
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 2, name: 'Händelser' })).toBeVisible()
    if ((await page.getByRole('button', { name: 'Betala tillbaka', exact: true }).count()) > 0) return
  }
}

test('the office finds waiting refunds, and marks or sends them', async ({ page }) => {
  await signIn(page, 'superadmin')
  await page.goto('/betalningar?toRefund=1')
  await look(page, 'payments-to-refund')
  await page.getByRole('main').locator('a[href^="/betalningar/"]').filter({ visible: true }).last().click()
  await expect(page.getByRole('heading', { level: 2, name: 'Händelser' })).toBeVisible()
  await look(page, 'payment-details')
  const mark = page.getByRole('dialog', { name: /^Markera .* som återbetalt/ })
  await page.getByRole('button', { name: 'Markera som gjord', exact: true }).click()
  await expect(mark).toBeVisible()
  await mark.getByLabel('Anteckning').fill('Återköpt')
  await mark.getByRole('button', { name: 'Notera återbetalningen', exact: true }).click()
  await expect(page.getByText('Återbetalningen är noterad.')).toBeVisible()
  await expect(page.getByText('Återköpt')).toBeVisible()

  await page.goto('/betalningar?toRefund=1')
  await openUntriedRefund(page)
  const send = page.getByRole('dialog', { name: 'Betala tillbaka till kortet' })
  await page.getByRole('button', { name: 'Betala tillbaka', exact: true }).click()
  await expect(send).toBeVisible()
  await send.getByLabel('Belopp i kronor').fill('99999')
  await send.getByRole('button', { name: 'Betala tillbaka', exact: true }).click()
  await expect(send.getByText(/^Skriv ett belopp mellan/)).toBeVisible()
  await send.getByLabel('Belopp i kronor').fill('10,01')
  await look(page, 'payment-send-refund')
  await send.getByRole('button', { name: 'Betala tillbaka', exact: true }).dblclick()
  await expect(page.getByText('Kortets bank nekade återbetalningen.')).toBeVisible()
  await page.getByRole('button', { name: 'Försök igen', exact: true }).click()
  await expect(send).toBeVisible()
  await send.getByRole('button', { name: 'Betala tillbaka', exact: true }).click()
  await expect(page.getByText('Pengarna är återbetalda.')).toBeVisible()
  await look(page, 'payment-refunded')
})

test('the list is sorted by its headings, and its columns, rows and page size are chosen', async ({ page }) => {
  await signIn(page, 'superadmin')
  await page.goto('/betalningar')
  const amounts = page.getByRole('table').getByRole('row')
  await page.getByRole('columnheader', { name: 'Belopp' }).getByRole('link').click()
  await expect(page.getByRole('columnheader', { name: 'Belopp' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('columnheader', { name: 'Betalare' }).getByRole('link').click()
  await expect(page).toHaveURL(/sort=payer/)
  await expect(page.getByRole('columnheader', { name: 'Betalare' })).toHaveAttribute('aria-sort', 'ascending')
  const rows = await amounts.count()
  await page.getByRole('button', { name: 'Anpassa listan' }).click()
  const settings = page.getByRole('region', { name: 'Anpassa listan' })
  await expectAccessible(page)
  await settings.getByRole('checkbox', { name: 'Avser' }).uncheck()
  await settings.getByRole('combobox', { name: 'Rader per sida' }).selectOption('100')
  await settings.getByRole('checkbox', { name: 'Tätare rader' }).check()
  await settings.getByRole('button', { name: 'Använd', exact: true }).click()
  await expect(page).toHaveURL(/sort=payer.*size=100.*dense=1/)
  await expect(page.getByRole('columnheader', { name: 'Avser' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Betalare' })).toHaveAttribute('aria-sort', 'ascending')
  expect(await amounts.count()).toBeGreaterThanOrEqual(rows)
  await look(page, 'payments-dense')
  await page.getByRole('searchbox').fill('ingen alls')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page).toHaveURL(/size=100.*search=ingen\+alls/)
})

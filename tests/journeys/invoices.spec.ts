import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { countPresses } from './presses.ts'
import { signIn } from './sign-in.ts'

/** Returns the number before a word, as in "12 rader". */
const numberIn = (text: string, word: RegExp) =>
  Number(word.exec(text.replace(/\s/g, ' '))?.[1]?.replaceAll(' ', '') ?? Number.NaN)

test.use({ expectedErrors: ['POST /Invoices/CreateInvoiceItems', '400'] })

test('the office chooses rows to invoice, adjusts them, downloads the accounting file, and reverts the invoice', async ({
  page,
}) => {
  await signIn(page, 'superadmin')
  await page.goto('/invoices')
  const facts = page.getByText(/sammanlagt/)
  const waiting = numberIn((await facts.textContent()) ?? '', /(\d[\d ]*) rader/)
  expect(waiting).toBeGreaterThan(1)

  // For a recipient with several rows, one row is left out, one gets a lower amount, and an invalid amount is reported
  // immediately.
  const recipient = page
    .getByRole('rowgroup')
    .filter({ hasText: /[2-9] rader/ })
    .first()
  await recipient.getByRole('button', { name: /^Rader/ }).click()
  const rows = recipient.getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  const count = await rows.count()
  await recipient.getByRole('checkbox').first().check()
  await rows.last().getByRole('checkbox').uncheck()
  const amount = rows.first().getByRole('textbox')
  await amount.fill('gratis')
  await expect(rows.first().getByText('Skriv ett belopp i kronor', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Skapa underlag …' })).toBeDisabled()
  await amount.fill('99,50')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'invoices-due')

  await page.getByRole('button', { name: 'Skapa underlag …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Skapa fakturaunderlag' })
  const title = dialog.getByRole('textbox', { name: 'Rubrik' })
  const suggested = await title.inputValue()
  await title.fill(' ')
  await dialog.getByRole('textbox', { name: 'Er referens' }).fill('Kansliet')
  await dialog.getByRole('button', { name: 'Skapa ett underlag' }).click()
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByRole('textbox', { name: 'Er referens' })).toHaveValue('Kansliet')
  await title.fill(suggested)
  await expectAccessible(page)
  // The answer to the first press is lost; pressing again returns the same invoice.
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/CreateInvoiceItems'))
  await page.route(
    '**/Invoices/CreateInvoiceItems',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Skapa ett underlag' }).click()
  await lost
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Skapa ett underlag' }).click()

  await page.waitForURL('/invoices?tab=exported')
  await expect(page.getByText('Ett fakturaunderlag är skapat.')).toBeVisible()
  await page.goto('/invoices?tab=exported')
  // The portal of this file is no app of Fortnox.
  await expect(page.getByText('Fortnox')).toHaveCount(0)
  const batch = page.getByRole('main').getByRole('rowgroup').filter({ hasText: 'Kansliet' }).first()
  await batch.getByRole('button', { name: /^Visa underlagen/ }).click()
  const made = batch.getByRole('listitem')
  await made.getByRole('button', { name: /^Rader/ }).click()
  await expect(made.getByRole('row')).toHaveCount(count)
  await expect(made.getByRole('row').nth(1)).toContainText('99,50 kr')
  for (const [name, ending] of [
    ['Hämta Excel', '.xlsx'],
    ['Hämta SIE 4', '.si'],
  ] as const) {
    await made.getByRole('button', { name: /^Åtgärder/ }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).click()
    expect((await coming).suggestedFilename()).toMatch(new RegExp(`^fakturaunderlag_\\d+_[\\d-]+_[\\d-]+\\${ending}$`))
  }
  await page.evaluate(() => scrollTo(0, 0))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, `invoices-exported-${colorScheme}`)
  }

  await made.getByRole('button', { name: /^Åtgärder/ }).click()
  await page.getByRole('menuitem', { name: 'Ångra underlaget' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ångra underlaget' }).click()
  await expect(made.getByText('Ångrat', { exact: true })).toBeVisible()
  await page.goto('/invoices')
  expect(numberIn((await facts.textContent()) ?? '', /(\d[\d ]*) rader/)).toBe(waiting)
})

test('clubs are chosen over several pages, all at once, and found by name @once', async ({ page }) => {
  await signIn(page, 'superadmin')
  await page.goto('/invoices')
  const facts = page.getByText(/sammanlagt/)
  const clubs = numberIn((await facts.textContent()) ?? '', /(\d[\d ]*) mottagare/)
  const bar = page.getByRole('group', { name: 'Åtgärder för markerade' })
  await page.getByRole('checkbox', { name: 'Alla mottagare på sidan' }).check()
  await expect(bar).toContainText('25 mottagare')
  await page.getByRole('link', { name: 'Nästa' }).click()
  await expect(page).toHaveURL(/[?&]page=2/)
  await expect(bar).toContainText('25 mottagare')
  const recipients = page
    .getByRole('main')
    .getByRole('rowgroup')
    .filter({ has: page.getByRole('checkbox') })
  const first = recipients.first()
  await first.getByRole('checkbox').check()
  await expect(bar).toContainText('26 mottagare')
  await page.getByRole('button', { name: `Välj alla ${clubs} mottagare som matchar` }).click()
  await expect(bar).toContainText(`${clubs} mottagare`)
  await first.getByRole('checkbox').uncheck()
  await expect(bar).toContainText(`${clubs - 1} mottagare`)
  await expectAccessible(page)
  await shoot(page, 'invoices-chosen')

  const name = (await first.locator('.font-semibold').first().textContent()) ?? ''
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(recipients.first()).toContainText(name)
  expect(numberIn((await facts.textContent()) ?? '', /(\d[\d ]*) mottagare/) || 1).toBeLessThan(clubs)
  await expect(bar).toBeHidden()
})

/** Fetches a file by a press on its button; returns its name. */
async function fetched(page: Page, press: () => Promise<void>): Promise<string> {
  const coming = page.waitForEvent('download')
  await press()
  return (await coming).suggestedFilename()
}

test('the SIE file of every club takes three presses; the batch says who fetched it, and is marked as booked', async ({
  page,
}) => {
  const presses = await countPresses(page)
  await signIn(page, 'superadmin')
  await page.goto('/invoices')
  const before = presses()
  const facts = page.getByText(/sammanlagt/)
  const clubs = numberIn((await facts.textContent()) ?? '', /(\d[\d ]*) mottagare/)
  expect(clubs, 'more clubs than a page shows').toBeGreaterThan(25)
  await page.getByRole('button', { name: `Skapa alla ${clubs} underlag …` }).click()
  const dialog = page.getByRole('dialog', { name: 'Skapa fakturaunderlag' })
  await expect(dialog).toContainText(`${clubs} mottagare`)
  await dialog.getByRole('button', { name: `Skapa ${clubs} underlag` }).click()
  await page.waitForURL('/invoices?tab=exported')
  const batch = page
    .getByRole('main')
    .getByRole('rowgroup')
    .filter({ hasText: 'Hämta SIE 4' })
    .filter({ hasText: `${clubs} underlag` })
    .first()
  const sie = batch.getByRole('button', { name: /^Hämta SIE 4/ })
  const name = await fetched(page, () => sie.click())
  expect(name).toMatch(/^fakturaunderlag_\d+-\d+\.si$/)
  expect(presses() - before).toBe(3)

  await expect(batch.getByText(/^SIE 4 hämtad .* av Ingrid/).filter({ visible: true })).toBeVisible()
  await sie.click()
  const again = page.getByRole('dialog', { name: 'Hämta filen en gång till?' })
  await expect(again).toContainText('bokförs varje underlag två gånger')
  await expectAccessible(page)
  await again.getByRole('button', { name: 'Avbryt' }).click()
  await batch.getByRole('button', { name: /^Markera som bokförd/ }).click()
  await expect(batch.getByText('Bokförd', { exact: true }).filter({ visible: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'invoices-batch')

  // An invoice of a booked batch is credited, and both invoices link to each other.
  await batch.getByRole('button', { name: /^Visa underlagen/ }).click()
  const original = batch.getByRole('listitem').filter({ hasText: / · / }).first()
  const number = Number(/^\s*(\d+) ·/.exec((await original.textContent()) ?? '')?.[1])
  await original.getByRole('button', { name: /^Åtgärder/ }).click()
  const xml = await fetched(page, () => page.getByRole('menuitem', { name: 'Hämta Peppol (XML)' }).click())
  expect(xml).toMatch(new RegExp(`^fakturaunderlag_${number}_[\\d_-]+\\.xml$`))
  await original.getByRole('button', { name: /^Åtgärder/ }).click()
  await page.getByRole('menuitem', { name: 'Kreditera …' }).click()
  const crediting = page.getByRole('dialog', { name: `Kreditera underlag ${number}` })
  await expect(crediting.getByRole('checkbox').first()).toBeChecked()
  await crediting.getByRole('textbox', { name: 'Orsak' }).fill('Fel förening')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, `invoices-credit-${width}`)
  }
  await crediting.getByRole('button', { name: 'Kreditera', exact: true }).click()
  await expect(page.getByText(/^Kreditunderlag \d+ är skapat/)).toBeVisible()
  const credit = page
    .getByRole('main')
    .getByRole('rowgroup')
    .filter({ hasText: `Kredit av ${number}` })
    .first()
  await expect(credit).toContainText('−')
  expect(await fetched(page, () => credit.getByRole('button', { name: /^Hämta Peppol/ }).click())).toMatch(/\.xml$/)
  await credit.getByRole('button', { name: /^Visa underlagen/ }).click()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, `invoices-credited-${width}`)
  }
  await credit.getByRole('link', { name: `Krediterar underlag ${number}` }).click()
  await page
    .getByRole('button', { name: /^Visa underlagen/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: /^Krediterat med underlag \d+$/ })).toBeVisible()
  await page.goto('/invoices?tab=exported')
  await batch.getByRole('button', { name: /^Ta bort markeringen/ }).click()
  await expect(batch.getByText('Bokförd', { exact: true }).filter({ visible: true })).toBeHidden()
  await page.goto('/invoices')
  await expect(page.getByText(/^En mottagare|^1 mottagare/), 'the credited rows are due again').toBeVisible()
})

import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Several inspected screens in each test: more than the usual time on a busy machine.
async function openEducation(page: Page, title: string): Promise<void> {
  await page.goto(`/educations?text=${encodeURIComponent(title)}`)
  const address = await page
    .getByRole('main')
    .getByRole('link', { name: title, exact: true })
    .first()
    .getAttribute('href')
  await page.goto(address ?? '/404')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

async function openSignUp(page: Page) {
  const button = page.getByRole('button', { name: 'Anmäl dig' }).first()
  const dialog = page.getByRole('dialog', { name: /^Anmälan till/ })
  await button.click()
  await expect(dialog).toBeVisible()
  return dialog
}

test('the learner signs up to a paid day on the club’s invoice, and withdraws', async ({ page }) => {
  await signIn(page, 'learner')
  await openEducation(page, 'Banpreparering')
  const dialog = await openSignUp(page)
  await dialog.getByRole('radio', { name: /^Faktura/ }).check()
  await expect(dialog.getByLabel(/Fakturamottagare/)).toContainText('Bredåsen Motorklubb')
  await expectAccessible(page)
  await shoot(page, 'sign-up')
  await dialog.getByRole('button', { name: 'Bekräfta anmälan' }).click()
  await expect(page.getByText('Du är anmäld till Kursdag: Banpreparering.')).toBeVisible()

  await page.goto('/profile?tab=bookings')
  const leave = page.getByRole('button', { name: 'Avanmäl' })
  const booking = page.getByRole('listitem').filter({ hasText: 'Kursdag: Banpreparering', has: leave }).first()
  await expect(booking.getByText('Anmäld', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'profile')
  const confirm = page.getByRole('dialog', { name: 'Avanmäla dig från Kursdag: Banpreparering?' })
  await booking.getByRole('button', { name: 'Avanmäl' }).click()
  await expect(confirm).toBeVisible()
  await confirm.getByRole('button', { name: 'Avanmäl' }).click()
  await expect(page.getByText('Du är avanmäld från Kursdag: Banpreparering.')).toBeVisible()
  await expect(booking).toHaveCount(0)
})

test('an external person can pay by card only, and a junior sees the age limit', { tag: '@once' }, async ({
  page,
  browser,
}) => {
  await signIn(page, 'external')
  await openEducation(page, 'Banpreparering')
  const offer = await openSignUp(page)
  await expect(offer.getByRole('button', { name: 'Gå till betalning' })).toBeVisible()
  await expect(offer.getByText('Hur vill du betala?')).toHaveCount(0)
  await expect(offer.getByRole('button', { name: 'Bekräfta anmälan' })).toHaveCount(0)

  const other = await browser.newPage({ baseURL: new URL(page.url()).origin })
  await signIn(other, 'junior')
  await openEducation(other, 'Banpreparering')
  await expect((await openSignUp(other)).getByText('Utbildningen kräver en högre ålder.')).toBeVisible()
  await other.close()
})

async function expectOnePage(page: Page): Promise<void> {
  const paper = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  expect(paper.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1)
}

/** Makes the certificate show a federation's logo of this size instead of the portal's own mark. */
async function showLogo(page: Page, width = 0, height = 0): Promise<void> {
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#14508c"/></svg>`
  await page.route(`**/logo-${width}.svg`, (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
  await page.evaluate((name) => {
    const logo = document.createElement('img')
    logo.src = `/${name}`
    logo.alt = ''
    logo.className = 'h-(--logo-xlarge) w-auto max-w-full object-contain'
    document.querySelector('.certificate header > :first-child')?.replaceWith(logo)
  }, `logo-${width}.svg`)
}

test('the learner prints a certificate, and a stranger checks its code', async ({ page, browser }) => {
  await signIn(page, 'learner', '/profile?tab=educations')
  await page.getByRole('link', { name: 'Intyg för Säkerhet vid banan' }).click()
  await expect(page.getByRole('heading', { name: 'Intyg' })).toBeVisible()
  await expect(page.getByText('Säkerhet vid banan', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'certificate')
  const code =
    (await page
      .getByText(/^Verifieringskod/)
      .locator('b')
      .textContent()) ?? ''
  const certificate = page.url()
  await expectOnePage(page)
  expect((await page.locator('.certificate header svg').boundingBox())?.height).toBeCloseTo(160, 0)
  for (const [width, height] of [
    [1600, 200],
    [300, 900],
  ]) {
    await showLogo(page, width, height)
    const [logo, header] = [page.locator('.certificate header img'), page.locator('.certificate header')]
    await expect.poll(async () => (await logo.boundingBox())?.height ?? 0).toBeGreaterThan(20)
    const [drawn, room] = [await logo.boundingBox(), await header.boundingBox()]
    expect(drawn?.height).toBeLessThanOrEqual(160.5)
    expect(drawn?.width).toBeLessThanOrEqual((room?.width ?? 0) + 0.5)
    await expectNoSidewaysScroll(page)
    await expectOnePage(page)
    await shoot(page, `certificate-logo-${width}`)
  }
  await page.locator('.certificate .words').evaluate((words) => {
    words.textContent = 'Utbildningen följer förbundets utbildningsplan. '.repeat(9)
  })
  await expectOnePage(page)

  const elsewhere = await browser.newContext({ baseURL: new URL(certificate).origin })
  const stranger = await elsewhere.newPage()
  await stranger.goto(`/certificate/${code.toLowerCase()}`)
  await expect(stranger.getByText('Intyget är äkta')).toBeVisible()
  await expect(stranger.getByText('S. L.')).toBeVisible()
  await expectAccessible(stranger)
  await stranger.goto('/certificate/AAAA-AAAA-AAAA')
  await expect(stranger.getByText('Koden finns inte')).toBeVisible()

  await signIn(stranger, 'external')
  expect((await stranger.goto(certificate))?.status()).toBe(403)
  await elsewhere.close()
})

test('the CV lists what is completed, and another’s profile shows name, picture and clubs only', async ({ page }) => {
  await signIn(page, 'learner', '/profile')
  await page.getByRole('link', { name: 'Skriv ut CV' }).first().click()
  await expect(page.getByText('Tidtagning och transponder')).toBeVisible()
  const license = page.getByText('Funktionärslicens', { exact: true })
  const lines = await license.evaluate((word) => {
    const text = document.createRange()
    text.selectNodeContents(word)
    return text.getClientRects().length
  })
  expect(lines).toBe(1)
  await expectAccessible(page)
  await shoot(page, 'cv')
  await page.goto('/profile/1')
  await expect(page.getByText('Du ser personens namn, bild och föreningar.')).toBeVisible()
  await expectAccessible(page)
  expect((await page.goto('/print/cv/1'))?.status()).toBe(403)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})

test('signs up with the keyboard only, without a framework before the button is focused', { tag: '@keyboard' }, async ({
  page,
}) => {
  await signIn(page, 'learner')
  await openEducation(page, 'Banpreparering')
  const frameworks = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => /\/client\.[^/]*\.js$/.test(name)).length,
    )
  expect(await frameworks()).toBe(0)
  await page.getByRole('button', { name: 'Anmäl dig' }).first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Anmälan till/ })
  await expect(dialog).toBeVisible()
  expect(await frameworks()).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

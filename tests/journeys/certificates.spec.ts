import type { Page } from '@playwright/test'
import { cast } from '#story/people.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

async function openCertificate(page: Page): Promise<string> {
  await page.goto('/profile?tab=educations')
  await page.getByRole('link', { name: 'Intyg för Säkerhet vid banan' }).click()
  return (
    (await page
      .getByText(/^Verifieringskod/)
      .locator('b')
      .textContent()) ?? ''
  )
}

test('a certificate is a PDF for its holder and guardians, and for no stranger', async ({ page }) => {
  await signIn(page, 'learner', '/profile?tab=educations')
  await page.getByRole('link', { name: 'Intyg för Säkerhet vid banan' }).click()
  const link = page.getByRole('link', { name: 'Ladda ner PDF' })
  const download = page.waitForEvent('download')
  await link.click()
  expect((await download).suggestedFilename()).toBe('Intyg-Sakerhet-vid-banan.pdf')
  const address = (await link.getAttribute('href')) ?? ''
  const answer = await page.request.get(address)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
  // Browsers print no background without it.
  await expect(page.getByRole('article')).toHaveCSS('print-color-adjust', 'exact')
  await inspected(page, 'certificate-with-pdf')

  await signIn(page, 'guardian', '/profile/6?tab=educations')
  await page
    .getByRole('link', { name: /^Intyg för/ })
    .first()
    .click()
  const ofChild = (await page.getByRole('link', { name: 'Ladda ner PDF' }).getAttribute('href')) ?? ''
  expect((await page.request.get(ofChild)).headers()['content-type']).toBe('application/pdf')
  for (const path of [address, ofChild]) {
    await signIn(page, 'external')
    const refused = await page.request.get(path)
    expect([refused.status(), refused.headers()['content-type']?.split(';')[0]]).toEqual([403, 'text/html'])
  }
})

test('a holder shares a certificate with the full name, and revokes the link', async ({ page, browser }) => {
  await signIn(page, 'learner', '/profile')
  const code = await openCertificate(page)
  await page.goto('/profile?tab=educations')
  await page.getByRole('link', { name: 'Dela intyg' }).click()
  await page.getByRole('button', { name: 'Skapa delningslänk till intyget för Säkerhet vid banan' }).click()
  const link = page.getByRole('link', { name: new RegExp(code) })
  const address = new URL((await link.getAttribute('href')) ?? '')
  await inspected(page, 'certificate-shares')
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const stranger = await elsewhere.newPage()
  await stranger.goto(address.pathname + address.search)
  await expect(stranger.getByText('Intyget är äkta')).toBeVisible()
  await expect(stranger.getByText('Sara Lindgren')).toBeVisible()
  await inspected(stranger, 'certificate-shared')
  await page.getByRole('button', { name: 'Ta bort länken till intyget för Säkerhet vid banan' }).click()
  await expect(link).toHaveCount(0)
  await stranger.reload()
  await expect(stranger.getByText('Intyget är äkta')).toBeVisible()
  await expect(stranger.getByText('Sara Lindgren')).toHaveCount(0)
  await elsewhere.close()
})

test('a printed CV has a code that anybody checks, and a new code stops the old one', async ({ page, browser }) => {
  await signIn(page, 'learner', '/profile/certificates')
  await page.getByRole('button', { name: 'Skapa kod' }).click()
  await inspected(page, 'cv-code')
  await page.getByRole('button', { name: 'Dela med fullständigt namn' }).click()
  const link = page.getByRole('link', { name: /\?key=/ })
  const address = new URL((await link.getAttribute('href')) ?? '')
  await page.getByRole('link', { name: 'Skriv ut CV' }).click()
  const code = address.pathname.split('/').at(-1) ?? ''
  await expect(page.getByText(code, { exact: true })).toBeVisible()
  await inspected(page, 'cv-with-code')
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const stranger = await elsewhere.newPage()
  await stranger.goto(address.pathname)
  await expect(stranger.getByText('CV:t är äkta')).toBeVisible()
  await expect(stranger.getByText('S. L.')).toBeVisible()
  await expect(stranger.getByText('Säkerhet vid banan')).toBeVisible()
  await inspected(stranger, 'cv-checked')
  await stranger.goto(address.pathname + address.search)
  await expect(stranger.getByText('Sara Lindgren')).toBeVisible()
  await page.goto('/profile/certificates')
  await page.getByRole('button', { name: 'Ny kod' }).click()
  await expect(page.getByText(code)).toHaveCount(0)
  await stranger.reload()
  await expect(stranger.getByText('Koden är ersatt av en ny')).toBeVisible()
  await expect(stranger.getByText('Sara Lindgren')).toHaveCount(0)
  await inspected(stranger, 'cv-replaced')
  await elsewhere.close()
})

test('the verification page shows that a certificate is replaced or withdrawn @once', async ({ page }) => {
  await page.goto('/certificate/DEM0-0000-0001')
  await expect(page.getByText('Intyget är ersatt av ett nyare')).toBeVisible()
  await inspected(page, 'certificate-replaced')
  await page.getByRole('link', { name: /^Kontrollera/ }).click()
  await expect(page.getByText('Intyget är äkta')).toBeVisible()
  await page.goto('/certificate/DEM0-0000-0002')
  await expect(page.getByText('Intyget gäller inte längre')).toBeVisible()
  await inspected(page, 'certificate-withdrawn')
})

test('a certificate is reissued in the holder’s new language @once', async ({ page }) => {
  await signIn(page, 'learner', '/profile')
  const before = await openCertificate(page)
  const status = await page.evaluate(async (id) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${localStorage.getItem('token')}`,
    }
    const person = (await (await fetch(`/api/User/${id}`, { headers })).json()) as { lastChange: string }
    const body = JSON.stringify({ language: 'en', lastChange: person.lastChange })
    const answer = await fetch(`/api/user/edit/${id}`, { method: 'PUT', headers, body })
    return answer.status
  }, cast.learner.id)
  expect(status).toBeLessThan(300)
  await page.reload()
  await page.getByRole('button', { name: 'Issue again' }).click()
  await expect(page.getByRole('heading', { name: 'Certificate' })).toBeVisible()
  await inspected(page, 'certificate-english')
  await page.goto(`/certificate/${before}`)
  await expect(page.getByText('The certificate has been replaced')).toBeVisible()
})

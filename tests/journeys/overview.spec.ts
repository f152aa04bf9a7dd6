import { readFile } from 'node:fs/promises'
import { readSpreadsheet } from '../spreadsheet.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('a superadministrator reads the year and saves the view', async ({ page }) => {
  // A long page, inspected in both themes.
  await signIn(page, 'superadmin')
  await page.goto('/oversikt')
  await expect(page.getByRole('heading', { name: 'Översikt', level: 1 })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, `overview-${colorScheme}`)
  }
  await page.getByRole('button', { name: 'Spara vyn', exact: true }).click()
  await page.getByRole('textbox', { name: 'Namn' }).fill('Mitt år')
  await page.getByRole('button', { name: 'Spara', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Mitt år', exact: true })).toBeVisible()
})

test('a figure leads to its people, and a part to its occasions', async ({ page }) => {
  await signIn(page, 'superadmin')
  await page.goto('/oversikt')
  const figure = page.getByRole('link', { name: /Pågående, Funktionär grund$/ }).first()
  const count = Number((await figure.textContent())?.match(/\d+/)?.[0])
  await figure.click()
  await expect(page).toHaveURL(/\/oversikt\/utbildning\/1\?.*state=inProgress#deltagare$/)
  await expect(page.getByRole('status').filter({ hasText: 'person' })).toHaveText(
    count === 1 ? '1 person' : `${count} personer`,
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: /^Kursdag/ }).click()
  await expect(page.getByRole('heading', { name: 'Tillfällen', level: 2 })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto('/oversikt?tab=hours')
  await expect(page.getByRole('columnheader', { name: 'Utbildningstimmar' })).toBeVisible()
  await expectAccessible(page)
  const young = page.locator('tfoot').getByRole('link').nth(1)
  const people = (await young.textContent())?.trim()
  await young.click()
  await expect(page.getByRole('heading', { name: 'Deltaganden', level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'deltagande' })).toContainText(`${people} deltagande`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'overview-rows')
})

const year = 'from=2026-01-01&to=2026-12-31'

test('every figure on the three levels leads to as many rows as it counts', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'superadmin')
  for (const level of [
    `/oversikt?${year}`,
    `/oversikt?${year}&organizationIds=20`,
    `/oversikt/utbildning/1?${year}`,
    `/oversikt/utbildning/1/delmoment/1?${year}`,
  ]) {
    await page.goto(level)
    const figures = await page.locator('main a[href*="state="]').evaluateAll((links) =>
      links.map((link) => [
        link.getAttribute('href') ?? '',
        // The text for screen readers follows the figure; the text of a choice precedes it, in brackets.
        /\((\d[\d\s]*)\)|^\s*(\d[\d\s]*)/
          .exec(link.textContent ?? '')
          ?.slice(1)
          .join('')
          .replace(/\D/g, '') ?? '',
      ]),
    )
    const counted = new Map(figures.filter(([, figure]) => figure !== '') as [string, string][])
    expect(counted.size, level).toBeGreaterThan(2)
    for (const [href, figure] of counted) {
      const html = await (await page.request.get(href)).text()
      const shown = /role="status"[^>]*>\s*(\d[\d\s]*)/.exec(html)?.[1]?.replace(/\D/g, '')
      expect(shown, href).toBe(figure)
    }
  }
})

test('an educator downloads a summary of their educations', async ({ page }) => {
  await signIn(page, 'educator')
  await page.goto('/myeducations?view=reports')
  await expect(page.getByRole('button', { name: 'Hämta Fakturaunderlag' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByLabel('Till och med').fill('2000-01-01')
  await expect(page.getByText('Slutdatum kan inte vara före startdatum.')).toBeVisible()
  await page.goto('/myeducations?view=reports')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Hämta Sammanställning', exact: true }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^sammanstallning_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.xlsx$/)
  const { head, rows } = await readSpreadsheet(await readFile(await download.path()))
  expect(head.slice(0, 3)).toEqual(['Kategori', 'Utbildning', 'Antal anmälda'])
  expect(rows.map(([, title]) => title)).toContain('Funktionär grund')

  await page.getByRole('button', { name: 'Skapa Sammanställning i bakgrunden', exact: true }).click()
  await expect(page.getByText('Rapporten skapas. Du får en notis när den är klar.')).toBeVisible()
  // The page may be left while the report is made.
  await page.goto('/gdpr')
  await page.goto('/myeducations?view=reports')
  const ready = page.getByRole('button', { name: `Hämta ${download.suggestedFilename()}`, exact: true })
  await expect(ready).toBeVisible({ timeout: 30_000 })
  await inspected(page, 'reports-in-background')
  const fetching = page.waitForEvent('download')
  await ready.click()
  const made = await readSpreadsheet(await readFile(await (await fetching).path()))
  expect(made.rows).toEqual(rows)
})

test.describe('an empty file', () => {
  test.use({ expectedErrors: ['Error during Report Excel generation'] })
  test('is only logged', { tag: '@once' }, async ({ page }) => {
    await page.route('**/api/reports/Summary?*', (route) =>
      route.fulfill({ body: '0123456789', contentType: 'text/plain' }),
    )
    await signIn(page, 'educator')
    await page.goto('/myeducations?view=reports')
    const logged = page.waitForEvent('console', (message) => message.text() === 'Error during Report Excel generation')
    await page.getByRole('button', { name: 'Hämta Sammanställning', exact: true }).click()
    await logged
    await expect(page.locator('#toasts').getByRole('alert')).toHaveCount(0)
  })
})

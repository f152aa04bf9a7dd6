import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

/** Lists of the office that are tables (decision 009 names the two that are not). */
const lists = [
  '/users',
  '/myeducations?view=occasions&startDate=',
  '/myeducations?view=exams&from=',
  '/education/1/participants',
  '/invoices',
  '/invoices?tab=exported',
  '/betalningar',
  '/licenses?tab=holders',
  '/outbox',
  '/config?tab=audit',
  '/statements',
  '/hangfire',
  '/oversikt/deltaganden',
]

const windowHeight = 900
const wantedRows = 14

/** Lists that show fewer, for the reasons of decision 009. */
const exceptions: Record<string, number> = {
  '/invoices': 13,
  '/invoices?tab=exported': 9,
  '/config?tab=audit': 11,
}

/**
 * Counts the rows of a list that are wholly in view, without what unfolds below a row. A list with fewer rows than the
 * wanted ones counts as many as would be, with rows as high as its own.
 */
const countRowsInView = (page: Page) =>
  page.getByRole('main').evaluate(
    (main, { height, wanted }) => {
      const found = [...main.querySelectorAll('table tbody > tr:not([data-details])')]
      const rows = found.map((row) => row.getBoundingClientRect()).filter((row) => row.height > 0)
      const inView = rows.filter(({ bottom }) => bottom <= height).length
      const [first, last] = [rows.at(0), rows.at(-1)]
      if (!first || !last || rows.length >= wanted || inView < rows.length) return inView
      return inView + Math.floor((height - last.bottom) / ((last.bottom - first.top) / rows.length))
    },
    { height: windowHeight, wanted: wantedRows },
  )

test('an office list shows 14 rows when it is opened at 1440 by 900', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: windowHeight })
  await signIn(page, 'superadmin')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Dölj meddelandet' }).click()
  for (const path of lists) {
    await page.goto(path)
    await expect(page.getByRole('main').locator('table tbody tr').first(), path).toBeVisible()
    const count = await countRowsInView(page)
    expect.soft(count, path).toBeGreaterThanOrEqual(exceptions[path] ?? wantedRows)
  }
})

/** Lists with a head that orders them and a column that can be hidden. */
const tables = [
  { path: '/myeducations?view=occasions&startDate=', head: 'Ort', hidden: 'Platser' },
  { path: '/myeducations?view=exams&from=', head: 'Examinator', hidden: 'Ort' },
  { path: '/education/30/occasions?when=all', head: 'Anmälda', hidden: 'Plats' },
  { path: '/invoices', head: 'Belopp', hidden: 'Org.nr' },
  { path: '/hangfire', head: 'Jobb', hidden: 'Skapat' },
]

/** Lists of events, each with the field of its filter and a choice of it. */
const logs = [
  { path: '/config?tab=audit', field: 'Vad', parameter: 'action' },
  { path: '/statements', field: 'Vad', parameter: 'verb' },
]

test('the log and the course events are ordered and narrowed without a script', async ({ page, browser }) => {
  await signIn(page, 'superadmin', '/users')
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: new URL(page.url()).origin,
    storageState: await page.context().storageState(),
    viewport: page.viewportSize(),
  })
  const plain = await context.newPage()
  for (const { path, field, parameter } of logs) {
    await plain.goto(path)
    const moments = plain.locator('tbody time')
    const [head, latest] = [
      plain.locator('th', { hasText: 'När' }).first(),
      await moments.first().getAttribute('datetime'),
    ]
    await expect(head, path).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('link').click()
    await expect(plain, path).toHaveURL(/[?&]descending=0/)
    await expect(head, path).toHaveAttribute('aria-sort', 'ascending')
    const earliest = await moments.first().getAttribute('datetime')
    expect(Date.parse(earliest ?? ''), path).toBeLessThan(Date.parse(latest ?? ''))
    const filter = plain.locator(`select[name="${parameter}"]`)
    await expect(plain.getByRole('combobox', { name: field, exact: true }), path).toHaveCount(1)
    await filter.selectOption({ index: 1 })
    await plain.getByRole('button', { name: 'Visa', exact: true }).click()
    await expect(plain, path).toHaveURL(new RegExp(`[?&]${parameter}=.+`))
    await expect(plain, path).toHaveURL(/[?&]descending=0/)
  }
  await context.close()
})

test('office lists are ordered, narrowed and resized without a script', { tag: '@once' }, async ({ page, browser }) => {
  await signIn(page, 'superadmin', '/users')
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: new URL(page.url()).origin,
    storageState: await page.context().storageState(),
    viewport: { width: 1440, height: windowHeight },
  })
  const plain = await context.newPage()
  for (const { path, head, hidden } of tables) {
    await plain.goto(path)
    const heading = plain.getByRole('columnheader', { name: head, exact: true }).last()
    await heading.getByRole('link').click()
    await expect(heading, path).toHaveAttribute('aria-sort', /ending$/)
    const first = await heading.getAttribute('aria-sort')
    await heading.getByRole('link').click()
    await expect(heading, path).not.toHaveAttribute('aria-sort', first ?? '')
    await plain.getByRole('button', { name: 'Anpassa listan' }).click()
    const settings = plain.getByRole('region', { name: 'Anpassa listan' })
    await settings.getByRole('checkbox', { name: hidden, exact: true }).uncheck()
    await settings.getByRole('combobox', { name: 'Rader per sida' }).selectOption('50')
    await settings.getByRole('checkbox', { name: 'Tätare rader' }).check()
    await settings.getByRole('button', { name: 'Använd', exact: true }).click()
    await expect(plain, path).toHaveURL(/[?&]size=50&dense=1/)
    await expect(plain.getByRole('columnheader', { name: hidden, exact: true }), path).toHaveCount(0)
    await expect(heading, path).toHaveAttribute('aria-sort', /ending$/)
  }
  await context.close()
})

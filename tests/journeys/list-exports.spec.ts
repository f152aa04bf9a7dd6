import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readSpreadsheet } from '../spreadsheet.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

/** Saves the list as a file by the button, and returns the name and the bytes. */
async function saveFile(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Counts the lines of a CSV file below its headings; no cell of these lists has a line break. */
const countLines = (bytes: Buffer) => bytes.toString('utf8').trimEnd().split('\r\n').length - 1

interface ExportedList {
  name: string
  path: string
  file: string
  /** Headings of the file; the first names the row. */
  head: readonly string[]
  /** The names of the rows on the page, in their order. */
  namesOn: (page: Page) => Locator
}

const rowNames = (page: Page) => page.getByRole('main').getByRole('rowheader')

const lists: readonly ExportedList[] = [
  {
    name: 'occasions',
    path: '/myeducations?view=occasions&startDate=&city=Karlstad&sort=occasion&descending=1&size=200',
    file: 'tillfallen',
    head: ['Tillfälle', 'Delmoment', 'Utbildning', 'Börjar', 'Slutar', 'Ort'],
    namesOn: rowNames,
  },
  {
    name: 'exams',
    path: '/myeducations?view=exams&from=&sort=examiner&size=200',
    file: 'forarprov',
    head: ['Prov', 'Delmoment', 'Utbildning', 'Tid'],
    namesOn: rowNames,
  },
  {
    name: 'participants',
    path: '/education/30/participants?state=2&size=200',
    file: 'deltagare',
    head: ['Namn', 'Förening'],
    namesOn: rowNames,
  },
  {
    name: 'submissions',
    path: '/inlamningsuppgifter',
    file: 'inlamningar',
    head: ['Deltagare', 'Förening', 'Utbildning', 'Delmoment', 'Inlämnad'],
    namesOn: (page) => page.getByRole('list', { name: 'Inlämningar' }).getByRole('link'),
  },
  {
    name: 'jobs',
    path: '/hangfire?state=4&sort=job&size=200',
    file: 'bakgrundsjobb',
    head: ['Jobb', 'Typ', 'Läge', 'Skapat'],
    namesOn: rowNames,
  },
]

for (const { name, path, file, head, namesOn } of lists)
  test(`the file of ${name} has exactly the rows of the filter, in the order of the list`, async ({ page }) => {
    await signIn(page, 'superadmin', path)
    const table = await saveFile(page, 'Hämta Excel')
    expect(table.name).toBe(`${file}.xlsx`)
    const sheet = await readSpreadsheet(table.bytes)
    expect(sheet.head.slice(0, head.length)).toEqual(head)
    const names = sheet.rows.map(([first]) => String(first))
    expect(names.length).toBeGreaterThan(0)
    await expect(namesOn(page)).toHaveCount(names.length)
    await expect(namesOn(page)).toContainText(names)
    const text = await saveFile(page, 'Hämta CSV')
    expect(text.name).toBe(`${file}.csv`)
    expect(countLines(text.bytes)).toBe(names.length)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await shoot(page, `list-exports-${name}`)
  })

test('a saved view of the overview is the audience of a mailing: the people whom it shows', async ({ page }) => {
  const filter = 'externalOnly=true'
  await signIn(page, 'superadmin', `/oversikt?${filter}`)
  await page.getByRole('button', { name: 'Spara vyn', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Spara vyn' })
  await dialog.getByLabel('Namn').fill('Externa i år')
  await dialog.getByRole('button', { name: 'Spara', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Externa i år', exact: true })).toBeVisible()

  await page.goto(`/oversikt/deltaganden?${filter}&size=200`)
  const people = rowNames(page).getByRole('link')
  await expect(people).not.toHaveCount(0)
  await expect(people).not.toHaveCount(200)
  const paths = await people.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const count = new Set(paths).size

  await page.goto('/outbox/mailing')
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'En sparad vy' }) })
  await form.getByLabel('Vy').selectOption({ label: 'Externa i år · översikt' })
  await form.getByRole('button', { name: /^Skriv/ }).click()
  await expect(page.getByText('Vy: Externa i år')).toBeVisible()
  await expect(page.getByText(`${count} mottagare`, { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await shoot(page, 'list-exports-mailing')
})

import { readFile } from 'node:fs/promises'
import { readSpreadsheet } from '../spreadsheet.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('the office reports ready occasions to RF-SISU, and undoes one', async ({ page }) => {
  await signIn(page, 'superadmin', '/oversikt/rf-sisu')
  await expect(page.getByRole('heading', { name: 'Rapportera till RF-SISU', level: 1 })).toBeVisible()
  const first = page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first()
  const title = (await first.getByRole('rowheader').textContent()) ?? ''
  await inspected(page, 'study-reports-ready')

  await first.getByRole('checkbox').check()
  await first.getByRole('textbox').fill('en kvart')
  await page.getByRole('button', { name: 'Hämta underlag' }).click()
  await expect(first.getByText('Skriv hela minuter, högst 1 440.')).toBeVisible()
  await first.getByRole('textbox').fill('15')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Hämta underlag' }).click()
  const { rows } = await readSpreadsheet(await readFile(await (await download).path()))
  expect(rows.map((row) => [row[0], row[10]])).toEqual([[title, 15]])

  await expect(page).toHaveURL(/state=reported/)
  const reported = page.getByRole('main').getByRole('row').filter({ hasText: title }).filter({ hasText: 'Rapporterad' })
  await expect(reported).toContainText(/Rapporterad .* av /)
  await inspected(page, 'study-reports-reported')
  await reported.getByRole('button', { name: `Ångra rapporten ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Skäl' }).fill('Fel rast')
  await inspected(page, 'study-reports-undo')
  await dialog.getByRole('button', { name: 'Ångra rapporten' }).click()
  await expect(page.getByText('Inget tillfälle är rapporterat')).toBeVisible()
})

test('what an occasion lacks is said in the list and on its page', async ({ page }) => {
  await signIn(page, 'superadmin', '/oversikt/rf-sisu?state=lacking')
  await inspected(page, 'study-reports-lacking')
  const first = page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first()
  await expect(first.getByRole('link', { name: /^Åtgärda: / }).first()).toBeVisible()
  await first.getByRole('rowheader').getByRole('link').click()
  await expect(page).toHaveURL(/manageOccasion/)
  await expect(page.getByText('Kan inte rapporteras till RF-SISU än.')).toBeVisible()
  await inspected(page, 'study-reports-occasion')
})

test('an educator reaches the list from the side menu', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'educator', '/oversikt/rf-sisu')
  await expect(page.getByRole('heading', { name: 'Rapportera till RF-SISU', level: 1 })).toBeVisible()
  await expect(page.getByText('Licens som gör en utbildare till godkänd ledare')).toHaveCount(0)
})

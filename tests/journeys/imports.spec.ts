import { cast } from '#story/people.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

const csv = (rows: readonly string[], name = 'kurser.csv') => ({
  name,
  mimeType: 'application/vnd.ms-excel',
  buffer: Buffer.from(['IdrottsID;Utbildning;Genomförd;Förening', ...rows].join('\r\n'), 'latin1'),
})
const { learner, junior } = cast
const idOf = ({ id }: { id: number }) => `IID${100_000 + id}`

const rows = [
  `${idOf(learner)};Äldre funktionärskurs;2014-05-01;`,
  `${idOf(learner)};ÄLDRE FUNKTIONÄRSKURS;2014-05-01;`,
  `${idOf(junior)};Äldre funktionärskurs;2015-06-01;`,
  'IID0;Äldre funktionärskurs;2015-06-01;Okända MK',
  `${idOf(junior)};Äldre funktionärskurs;igår;`,
]

test.use({ expectedErrors: ['educationResultsFile', '400', 'GET /imports/batch', '403'] })

test('earlier results are imported, reviewed and accepted', async ({ page }) => {
  await signIn(page, 'superadmin', '/import/educationResults')
  await expect(page.getByRole('navigation', { name: 'Sökväg' }).getByRole('link')).toHaveAttribute(
    'href',
    '/myeducations',
  )
  await expect(page.getByText('Inga data är inlästa ännu')).toBeVisible()
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ ...csv([]), buffer: Buffer.alloc(40) })
  await expect(page.getByText('Filen går inte att läsa som text.')).toBeVisible()
  await file.setInputFiles({ ...csv(rows), name: 'kurser.xls' })
  await expect(page.getByText('Fel, ogiltigt filformat!')).toBeVisible()
  await expect(page.getByText('Filen går inte att läsa som text.')).toBeHidden()

  await file.setInputFiles(csv(rows))
  const table = page.getByRole('table')
  await expect(table).toBeVisible()
  await expect(table.getByRole('link', { name: `${learner.firstName} ${learner.lastName}` })).toHaveAttribute(
    'href',
    `/profile/${learner.id}`,
  )
  await expect(table.getByText('Rad 5: Personen hittades inte.')).toBeVisible()
  await expect(table.getByText('Rad 6: Ogiltigt datum.')).toBeVisible()
  await expect(table.getByText('Rad 3: Resultatet finns redan.')).toBeVisible()
  await expect(table.getByRole('button', { name: 'Fel: läggs inte till' }).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'import-preview')

  await page.getByRole('button', { name: 'Nollställ', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Är du säker på att du vill nollställa alla inlästa rader?' })
  await question.getByRole('button', { name: 'Nollställ', exact: true }).click()
  await expect(page.getByText('Inga data är inlästa ännu')).toBeVisible()

  await file.setInputFiles(csv(rows))
  const refusal = { status: 403, message: 'Du får inte se importen.' }
  await page.route('**/api/imports/batch', (route) => route.fulfill({ status: 403, json: refusal }))
  await page.getByRole('button', { name: /^Importera \d+ resultat$/ }).click()
  const refused = page.getByRole('alert').filter({ hasText: refusal.message })
  await expect(refused).toBeVisible()
  await page.unroute('**/api/imports/batch')
  await refused.getByRole('button', { name: 'Hämta igen' }).click()
  await expect(page.getByText('Importen lyckades!')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/Senaste importen, kurser.csv .* lade till 2 resultat/)).toBeVisible()
})

test('a row with an error is corrected in the preview', async ({ page }) => {
  await signIn(page, 'superadmin', '/import/educationResults')
  await page
    .locator('input[type=file]')
    .setInputFiles(csv([`${idOf(junior)};Banvaktskurs;igår;`, 'IID0;Äldre funktionärskurs;2015-06-01;']))
  await expect(page.getByText('2 rader att rätta')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Importera 0 resultat' })).toBeDisabled()
  await page.getByRole('button', { name: 'Rätta rad 2' }).press('Enter')
  const form = page.getByRole('form', { name: 'Rätta rad 2' })
  const completed = form.getByRole('textbox', { name: 'Genomförd' })
  await expect(completed).toBeFocused()
  await expect(completed).toHaveAccessibleDescription(/Ogiltigt datum/)
  await inspected(page, 'import-row')
  await completed.fill('2999-01-01')
  await completed.press('Enter')
  await expect(completed).toHaveAccessibleDescription(/Datumet ligger i framtiden/)
  await expect(completed).toBeFocused()
  await completed.fill('2013-06-01')
  await completed.press('Enter')
  await expect(page.getByText('Rad 2 är rättad.')).toBeVisible()
  await expect(page.getByText('1 rad att rätta')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rätta rad 3' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Importera 1 resultat' })).toBeEnabled()
  await page.getByRole('button', { name: 'Rätta rad 3' }).press('Enter')
  await expect(page.getByRole('form').getByRole('textbox', { name: 'IdrottsID' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('form')).toBeHidden()
})

test('a row of a file of members is corrected in the preview', async ({ page }) => {
  await signIn(page, 'orgadmin', '/import/members')
  const lines = ['Förnamn;Efternamn;Född;E-post', 'Mia;Rättad;1990-13-01;mia@example.se', 'Nils;Hel;1990-01-01;']
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'medlemmar.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  await expect(page.getByText('1 rad att rätta')).toBeVisible()
  await page.getByRole('button', { name: 'Rätta rad 2' }).press('Enter')
  const birth = page.getByRole('form', { name: 'Rätta rad 2' }).getByRole('textbox', { name: 'Födelsedatum' })
  await expect(birth).toBeFocused()
  await inspected(page, 'member-import-row')
  await birth.fill('1990-12-01')
  await page.getByRole('button', { name: 'Spara rad' }).click()
  await expect(page.getByText('Rad 2 är rättad.')).toBeVisible()
  await expect(page.getByText('1 rad att rätta')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Lägg till 2 personer' })).toBeEnabled()
})

test('background jobs are listed by state, and one that failed is run again', async ({ page }) => {
  await signIn(page, 'superadmin', '/hangfire?state=4')
  const row = page.getByRole('row', { name: /Skicka e-post/ })
  await expect(row.getByText('no such mailbox')).toBeVisible()
  await expect(row.getByText('5 försök')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'jobs-failed')
  await row.getByRole('button', { name: 'Försök igen: Skicka e-post' }).click()
  await expect(page.getByText('Jobbet körs igen.')).toBeVisible()
  await expect(page.getByText('Inga jobb i det här läget')).toBeVisible()

  await page
    .getByRole('navigation', { name: 'Jobb efter läge' })
    .getByRole('link', { name: /Schemalagda/ })
    .click()
  await page.getByRole('button', { name: 'Avbryt: Skicka e-post' }).click()
  await expect(page.getByText('Jobbet är avbrutet.')).toBeVisible()

  await page.getByRole('button', { name: 'Kör nu: Rensa gamla inläsningar' }).click()
  await expect(page.getByText('Jobbet körs nu.')).toBeVisible()
})

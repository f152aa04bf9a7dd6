import { expect, test } from './fixtures.ts'
import { inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('a saved view is scheduled for oneself and a colleague, paused and removed', async ({ page }) => {
  await signIn(page, 'superadmin', '/users')
  await page.getByLabel('Behörighet', { exact: true }).selectOption('Educator')
  await expect(page).toHaveURL(/role=Educator/)
  await page.getByRole('button', { name: 'Spara vyn' }).click()
  const saving = page.getByRole('dialog', { name: 'Spara vyn' })
  await saving.getByLabel('Namn').fill('Utbildare varje månad')
  await saving.getByLabel('Dela vyn').check()
  await saving.getByRole('button', { name: 'Spara', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Utbildare varje månad' })).toBeVisible()

  await page.goto('/oversikt/schemalagda-rapporter')
  await expect(page.getByRole('heading', { name: 'Schemalagda rapporter', level: 1 })).toBeVisible()
  await expect(page.getByText('Ingen rapport är schemalagd')).toBeVisible()
  await inspected(page, 'report-schedules-empty')
  await page.getByRole('button', { name: 'Schemalägg rapport' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schemalägg rapport' })
  await dialog.getByLabel('Rapport', { exact: true }).selectOption({ label: 'Personer: Utbildare varje månad' })
  await dialog.getByRole('radio', { name: 'Varje månad' }).check()
  await dialog.getByLabel('Dag i månaden').selectOption('31')
  await dialog.getByLabel('Klockslag').selectOption('06:00')
  // A private view is sent to its owner only.
  await expect(dialog.getByText('Vyn är bara din')).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Mottagare' }).fill('Hammar')
  await page.getByRole('option', { name: /^Mats Hammar/ }).click()
  await expect(dialog.getByRole('button', { name: /Mats Hammar/ })).toBeVisible()
  await inspected(page, 'report-schedules-dialog')
  await dialog.getByRole('button', { name: 'Schemalägg', exact: true }).click()

  const row = page.getByRole('row').filter({ hasText: 'Utbildare varje månad' })
  await expect(row).toContainText('Den 31 varje månad kl. 06:00')
  await inspected(page, 'report-schedules')
  await row.getByRole('link', { name: 'Utbildare varje månad' }).click()
  await expect(page).toHaveURL(/\/users\?role=Educator/)
  await page.goto('/oversikt/schemalagda-rapporter')
  await row.getByRole('button', { name: 'Pausa Utbildare varje månad' }).click()
  await expect(row.getByText('Pausad')).toBeVisible()
  await row.getByRole('button', { name: 'Starta Utbildare varje månad igen' }).click()
  await expect(row.getByText('Pausad')).toHaveCount(0)
  await row.getByRole('button', { name: 'Ta bort Utbildare varje månad' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click()
  await expect(page.getByText('Ingen rapport är schemalagd')).toBeVisible()
})

test('the board report is one page of paper, and is chosen by period', async ({ page }) => {
  await signIn(page, 'superadmin', '/print/board')
  await expect(page.getByRole('heading', { name: /^Kvartal \d 20\d\d$/, level: 1 })).toBeVisible()
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Helår' })
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Helår 20\d\d$/, level: 1 })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Verksamhet' }).getByRole('row')).toHaveCount(9)
  await inspected(page, 'board-report')
  // Five long names in each list: a country has districts and categories that a seed has not.
  const lists = page.locator('table').filter({ has: page.getByRole('columnheader', { name: /^(Distrikt|Gren)$/ }) })
  await lists.locator('tbody').evaluateAll((bodies) => {
    for (const body of bodies) {
      const row = body.querySelector('tr')
      while (row && body.children.length < 5) body.appendChild(row.cloneNode(true))
      for (const name of body.querySelectorAll('th > span'))
        name.textContent = 'Västernorrlands och Jämtlands läns motorcykelförbund för enduro och motocross'
    }
  })
  await inspected(page, 'board-report-long-names')
  const isCut = () =>
    lists
      .locator('tbody th > span')
      .evaluateAll((names) => names.some((name) => name.scrollWidth > name.clientWidth + 1))
  expect(await isCut()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await isCut()).toBe(false)
  await shoot(page, 'board-report-print')
  await page.emulateMedia({ media: null })
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test('an educator schedules for oneself, and has no board report', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'educator', '/oversikt/schemalagda-rapporter')
  await expect(page.getByRole('heading', { name: 'Schemalagda rapporter', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Styrelserapport' })).toHaveCount(0)
  await page.goto('/print/board')
  await expect(page).toHaveURL('/')
})

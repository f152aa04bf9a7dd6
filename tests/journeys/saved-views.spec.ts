import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('a filter is saved, shared, opened again and removed', async ({ page, browser }) => {
  await signIn(page, 'superadmin', '/users')
  await page.getByLabel('Behörighet', { exact: true }).selectOption('Educator')
  await expect(page).toHaveURL(/role=Educator/)
  await page.getByRole('button', { name: 'Spara vyn' }).click()
  const dialog = page.getByRole('dialog', { name: 'Spara vyn' })
  await dialog.getByLabel('Namn').fill('Våra utbildare')
  await dialog.getByLabel('Dela vyn').check()
  await dialog.getByRole('button', { name: 'Spara', exact: true }).click()
  const view = page.getByRole('link', { name: /^Våra utbildare/ })
  await expect(view).toHaveAttribute('aria-current', 'page')
  await inspected(page, 'saved-views')

  await page.goto('/users')
  await expect(view).not.toHaveAttribute('aria-current', 'page')
  await view.click()
  await expect(page.getByLabel('Behörighet', { exact: true })).toHaveValue('Educator')

  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'administrator', '/users')
  await expect(other.getByRole('link', { name: /^Våra utbildare Delad av / })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Ta bort vyn Våra utbildare' })).toHaveCount(0)
  await other.context().close()

  await page.getByRole('button', { name: 'Ta bort vyn Våra utbildare' }).click()
  await expect(view).toHaveCount(0)
})

const lists = [
  '/myeducations?view=occasions',
  '/myeducations?view=exams',
  '/inlamningsuppgifter',
  '/licenses?tab=holders',
  '/invoices',
] as const
const more = [
  '/betalningar',
  '/outbox',
  '/oversikt',
  '/oversikt/deltaganden',
  '/config?tab=audit',
  '/statements',
  '/hangfire',
] as const

test('a view of people holds their columns, and one of occasions that it begins with the first', async ({ page }) => {
  await signIn(page, 'superadmin', '/users')
  await page.getByRole('button', { name: 'Anpassa listan' }).click()
  await page.getByRole('checkbox', { name: 'Telefon', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Förening', exact: true }).uncheck()
  await expect(page).toHaveURL(/columns=phone/)
  await page.keyboard.press('Escape')
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Spara vyn' }).click()
    const dialog = page.getByRole('dialog', { name: 'Spara vyn' })
    await dialog.getByLabel('Namn').fill(name)
    await dialog.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await save('Telefonlista')
  await page.goto('/users')
  await expect(page.getByRole('columnheader', { name: 'Telefon' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Telefonlista', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Telefon' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Förening' })).toHaveCount(0)

  await page.goto('/myeducations?view=occasions&startDate=')
  await save('Även passerade')
  await page.goto('/myeducations?view=occasions')
  await page.getByRole('link', { name: 'Även passerade', exact: true }).click()
  await expect(page).toHaveURL(/startDate=(&|$)/)
})

test('every list of the office saves its filter', async ({ page }) => {
  await signIn(page, 'superadmin', '/users')
  for (const address of [...lists, ...more]) {
    await page.goto(address)
    await page.getByRole('button', { name: 'Spara vyn' }).click()
    const dialog = page.getByRole('dialog', { name: 'Spara vyn' })
    await dialog.getByLabel('Namn').fill('Allt')
    await dialog.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Allt', exact: true }), address).toHaveAttribute('aria-current', 'page')
  }
})

import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('an educator sees pending work, finds their education and manages it', async ({ page }) => {
  await signIn(page, 'educator', '/myeducations')
  await expect(page.getByRole('heading', { name: 'Mina utbildningar', level: 1 })).toBeVisible()
  await inspected(page, 'my-educations')
  await page.getByRole('searchbox').fill('Funktionär grund')
  await expect(page.getByRole('heading', { name: 'Kommande tillfällen' })).toBeVisible()
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('link', { name: 'Rensa' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Kommande tillfällen' })).toHaveCount(0)
  await page.locator('main a[href="/education/1/manage"]').click()
  await expect(page.getByRole('textbox', { name: 'Namn' })).toHaveValue('Funktionär grund')
})

test('occasions are found by days, city and education, and the address contains them', async ({ page }) => {
  await signIn(page, 'educator', '/myeducations?view=occasions')
  const rows = page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
  await expect(rows.first()).toBeVisible()
  await inspected(page, 'my-occasions')
  await page.getByRole('combobox', { name: 'Ort' }).selectOption('Jönköping')
  await page.getByRole('combobox', { name: 'Utbildning' }).pressSequentially('Funktionär')
  await expect(page.getByRole('option', { name: /Funktionär grund/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page).toHaveURL(/&educationId=1&city=J%C3%B6nk%C3%B6ping$/)
  await expect(rows.filter({ hasText: 'Funktionär grund' }).first()).toContainText('Jönköping')
  await expect(page.getByRole('combobox', { name: 'Delmoment' })).toBeVisible()
  await page.goto('/myeducations?view=occasions&startDate=2020-01-01&endDate=2020-01-02')
  await expect(page.getByText('Inga tillfällen matchar filtret')).toBeVisible()
})

test('the management page without an education creates one, for authorised people', { tag: '@once' }, async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/education/manage')
  await expect(page).toHaveURL('/createeducation')
})

test('an educator without educations to manage reaches the start page', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'educator', '/education/manage')
  await expect(page).toHaveURL('/')
})

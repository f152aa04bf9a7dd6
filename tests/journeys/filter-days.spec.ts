import { expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

/** Filters by day, each with the parameters of its days. */
const filters: [address: string, ...names: string[]][] = [
  ['/config?tab=audit', 'from', 'to'],
  ['/betalningar?', 'startDate', 'endDate'],
  ['/invoices?', 'startDate', 'endDate'],
  ['/statements?', 'from', 'to'],
  ['/oversikt?', 'from', 'to'],
  ['/oversikt/rf-sisu?', 'from', 'to'],
  ['/licenses?tab=holders', 'validOn'],
  ['/myeducations?view=exams', 'from', 'until'],
  ['/myeducations?view=occasions', 'startDate', 'endDate'],
  ['/educations?text=a', 'startDate', 'endDate'],
]

test.describe('without scripts, in a browser in English', () => {
  test.use({ locale: 'en-US' })

  test('each filter by day is a text field in one form, and explains a day that cannot be read', {
    tag: '@once',
  }, async ({ browser, page, baseURL }) => {
    test.slow()
    await signIn(page, 'superadmin')
    const storageState = await page.context().storageState()
    const context = await browser.newContext({ javaScriptEnabled: false, storageState, locale: 'en-US' })
    const plain = await context.newPage()
    for (const [address, ...names] of filters)
      await test.step(address, async () => {
        const wrong = names.map((name) => `&${name}=2026-02-31`).join('')
        await plain.goto(`${baseURL}${address}${wrong}`)
        for (const name of names) {
          const field = plain.locator(`main input[name="${name}"]:not([type="hidden"])`)
          await expect(field).toHaveAttribute('type', 'text')
          await expect(field).toHaveAttribute('placeholder', /^(ÅÅÅÅ|YYYY)-MM-DD$/)
          await expect(field).toHaveAttribute('aria-invalid', 'true')
          await expect(plain.locator(`#field-${name}-error`)).toContainText('2026-02-31')
        }
      })
    await context.close()
  })
})

test('a day is typed or picked, and the address has it as before', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'superadmin', '/statements')
  const from = page.getByLabel('Från och med')
  await from.fill('2026-01-02')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page).toHaveURL(/from=2026-01-02/)
  await expect(from).toHaveValue('2026-01-02')
  // The first press makes the field ready, the second opens its calendar.
  await from.click()
  await from.click()
  await page.locator('.react-datepicker__day:not(.react-datepicker__day--outside-month)').getByText('15').click()
  await expect(from).toHaveValue('2026-01-15')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page).toHaveURL(/from=2026-01-15/)
})

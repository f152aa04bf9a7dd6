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

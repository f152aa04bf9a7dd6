import { eachOf } from './each-of.ts'
import { expect, test } from './fixtures.ts'
import { openEducation } from './open-education.ts'
import { payByCard } from './pay-by-card.ts'
import { inspectOnce, signInToEnglish } from './sign-in-to-english.ts'

test('in English: a reserved place stands on every screen, and is paid for and receipted', async ({ page, portal }) => {
  await signInToEnglish(page, 'learner', portal.origin)
  const href = await openEducation(page, 'Banpreparering')
  await page.getByRole('button', { name: 'Sign up' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Sign up for/ })
  await dialog.getByRole('radio', { name: /^Card/ }).check()
  await dialog.getByRole('button', { name: 'Continue to payment', exact: true }).click()
  await expect(dialog.getByText('Accept the purchase terms to pay.').first()).toBeVisible()
  await dialog.getByRole('checkbox', { name: /I accept the/ }).check()
  await inspectOnce(page, 'sign-up-by-card-en')
  await dialog.getByRole('button', { name: 'Continue to payment', exact: true }).click()
  await expect(page.getByText('Time left to pay:')).toBeVisible()
  const payment = new URL(page.url()).pathname
  await inspectOnce(page, 'payment-en')

  for (const path of ['/', '/calendar?view=list', href]) {
    await page.goto(path)
    const reserved = page.getByRole('region', { name: 'Not paid' })
    await expect(reserved).toContainText('minutes left')
    await expect(reserved.getByRole('link', { name: /^Pay/ })).toHaveAttribute('href', payment)
  }
  await inspectOnce(page, 'reservation-education-en')
  await page.goto(payment)
  await payByCard(page)
  await page.getByRole('link', { name: 'Show receipt', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  await inspectOnce(page, 'receipt-en')
  await page.goto('/profile?tab=bookings')
  const paid = page.getByRole('region', { name: 'Payments' }).getByRole('listitem').first()
  await expect(paid.getByText('Paid', { exact: true })).toBeVisible()
})

test('in English: a junior reserves a place, and the guardian pays for it', async ({ page, browser, portal }) => {
  await signInToEnglish(page, 'junior', portal.origin)
  const href = await openEducation(page, 'Ungdomsrally prova på')
  await page.getByRole('button', { name: 'Sign up' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Sign up for/ })
  await expect(dialog.getByText('Your guardian pays')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /^Card/ })).toHaveCount(0)
  for (const group of await eachOf(dialog.getByRole('group', { name: 'Har du egen hjälm?' }), 1))
    await group.getByRole('radio', { name: 'Yes' }).check()
  await dialog.getByRole('button', { name: 'Reserve the place', exact: true }).click()
  await expect(page.getByText(/waits for a guardian to pay/).first()).toBeVisible()
  await inspectOnce(page, 'family-asked-en')

  const home = await browser.newPage({ baseURL: portal.origin })
  await signInToEnglish(home, 'guardian', portal.origin)
  await home.goto('/')
  const pay = home.getByRole('link', { name: /^Pay\b.*250/ })
  await expect(pay).toHaveCount(1)
  await inspectOnce(home, 'family-unpaid-en')
  await pay.click()
  await expect(home.getByRole('heading', { level: 1, name: 'Pay for Milo’s place' })).toBeVisible()
  await home.getByRole('radio', { name: /^Card/ }).check()
  await home.getByRole('checkbox', { name: /I accept the/ }).check()
  await inspectOnce(home, 'family-request-en')
  await home.getByRole('button', { name: 'Continue to payment', exact: true }).click()
  await payByCard(home)
  await home.close()
  await page.goto(href)
  await expect(page.getByText('Signed up', { exact: true }).first()).toBeVisible()
})

import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { countPresses } from './presses.ts'
import { signIn } from './sign-in.ts'

// Axe runs in both themes, which takes time on a busy machine.
const consent = { name: 'cookieConsent', value: 'true' }

test('a caller’s booking is moved in four presses: the person, Flytta, the day, Flytta', async ({ page, baseURL }) => {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  const presses = await countPresses(page)
  await signIn(page, 'superadmin')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('maja hedlund')
  const found = page.getByRole('dialog', { name: 'Sök och gå till' }).getByRole('option', { name: 'Maja Hedlund' })
  await expect(found.first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Maja Hedlund' })).toBeVisible()
  const bookings = page.getByRole('region', { name: 'Bokade tillfällen' })
  const before = await bookings.getByRole('listitem').first().textContent()
  await bookings
    .getByRole('button', { name: /^Flytta/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Flytta 1 person' })
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Flytta 1 person' }).click()
  await expect(page.getByText('Maja Hedlund är flyttad.')).toBeVisible()
  await expect(bookings.getByRole('listitem').first()).not.toHaveText(before ?? '')
  expect(presses()).toBeLessThanOrEqual(4)
})

test('the office sees roles, bookings, mails and history, and cancels and signs up from the page', async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await signIn(page, 'superadmin', '/profile/14')
  const sections = page.getByRole('navigation', { name: 'Delar av profilen' })
  await expect(sections.getByRole('link')).toHaveText([
    'Bokningar',
    'Utbildningar',
    'Licenser',
    'Utskick',
    'Historik',
    'Anteckningar',
    'Konto',
  ])
  for (const name of ['Utskick', 'Historik'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/Börja med|Fortsätt kursen/)
  await inspected(page, 'office-person')
  const bookings = page.getByRole('region', { name: 'Bokade tillfällen' })
  const booking = bookings.getByRole('listitem').filter({ hasText: 'Banchef folkrace' }).first()
  await expect(booking.getByRole('link').first()).toHaveAttribute('href', /^\/education\/manageOccasion\/\d+$/)
  await booking.getByRole('button', { name: /^Avanmäl/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Avanmäl', exact: true }).click()
  await expect(page.getByText(/är avanmäld från/)).toBeVisible()
  await expect(bookings.getByText('Banchef folkrace')).toHaveCount(0)

  await page.getByRole('button', { name: 'Anmäl till tillfälle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Anmäl Leif Viklund' })
  await dialog.getByRole('combobox', { name: 'Tillfälle' }).pressSequentially('banchef folk')
  await page
    .getByRole('option', { name: /Banchef folkrace/ })
    .first()
    .click()
  await inspected(page, 'office-sign-up')
  await dialog.getByRole('button', { name: 'Anmäl', exact: true }).click()
  await expect(page.getByText('Leif Viklund är anmäld.')).toBeVisible()
  await expect(bookings.getByText('Banchef folkrace').first()).toBeVisible()

  await page.goto('/profile/81')
  await bookings
    .getByRole('button', { name: /^Avanmäl/ })
    .first()
    .click()
  const cancelling = page.getByRole('dialog', { name: /^Avanmäla Alva Nilsson från/ })
  await expect(cancelling.getByText('Platsen är inte fakturerad än. 600 kr faktureras inte.')).toBeVisible()
})

test('the roles of a person stand with their scope', { tag: '@once' }, async ({ page, baseURL }) => {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await signIn(page, 'superadmin', '/profile/2')
  await expect(page.getByRole('list', { name: 'Behörighet' })).toContainText('Administratör')
  await expect(page.getByRole('list', { name: 'Behörighet' }).getByRole('listitem')).toContainText(/distrikt|Distrikt/i)
})

import { callAs } from './call-as.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { openEducation } from './open-education.ts'
import { signIn } from './sign-in.ts'

test.describe.configure({ timeout: 240_000 })

test('a booking is moved to another date, and again when that date is cancelled', async ({ page, browser, portal }) => {
  await signIn(page, 'learner')
  const path = await openEducation(page, 'Banpreparering')
  await page.getByRole('button', { name: 'Acceptera cookies' }).click()
  await page.getByRole('button', { name: 'Anmäl dig' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Anmälan till/ })
  await dialog.getByRole('radio', { name: /^Faktura/ }).check()
  await dialog.getByRole('button', { name: 'Bekräfta anmälan' }).click()
  const card = page.getByRole('region', { name: 'Din bokning' })
  await expect(card.getByText('Anmäld', { exact: true })).toBeVisible()
  const bookedDate = () => card.locator('time').first().getAttribute('datetime')
  const before = await bookedDate()

  const move = page.getByRole('dialog', { name: /^Byta datum för/ })
  await card.getByRole('button', { name: 'Byt datum' }).click()
  await expect(move).toContainText('blir ledig för någon annan')
  await move.getByRole('button', { name: 'Byt till det här datumet' }).click()
  await expect(page.getByText(/^Du har bytt datum för/)).toBeVisible()
  await expect(card.getByText('Anmäld', { exact: true })).toBeVisible()
  const moved = await bookedDate()
  expect(moved).not.toBe(before)

  const { booked } = await callAs(page, 'get', '/Dashboard')
  const { occasionId } = booked.find(({ educationId }: { educationId: number }) => path === `/education/${educationId}`)
  const officeContext = await browser.newContext({ baseURL: portal.origin })
  const office = await officeContext.newPage()
  await signIn(office, 'superadmin')
  await callAs(office, 'put', `/EducationPartOccasions/${occasionId}/CancelOccasion`, {
    message: 'Banan är översvämmad',
  })
  await officeContext.close()

  await page.goto('/calendar?view=list&own=1')
  await expect(page.getByRole('listitem').filter({ hasText: 'Banpreparering' }).first()).toContainText('Inställt')
  await page.goto('/')
  const bookings = page.locator('section[aria-labelledby="booked"]').getByRole('listitem')
  await expect(bookings.filter({ hasText: 'Banpreparering' }).first()).toContainText('Inställt')
  await page.goto(path)
  await expect(card.getByText('Inställt', { exact: true })).toBeVisible()
  await expect(card.getByRole('link', { name: 'Lägg till i min kalender' })).toHaveCount(0)
  await card.getByRole('button', { name: 'Byt datum' }).click()
  await expect(move).toContainText('Det gamla datumet är inställt.')
  await expect(move).not.toContainText('blir ledig för någon annan')
  await inspected(page, 'moved-booking-canceled')
  await move.getByRole('button', { name: 'Byt till det här datumet' }).click()
  await expect(page.getByText(/^Du har bytt datum för/)).toBeVisible()
  await expect(card.getByText('Anmäld', { exact: true }).first()).toBeVisible()
})

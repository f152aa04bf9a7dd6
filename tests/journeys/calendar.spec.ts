import { addDays } from '#api/days.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'
import { seededDay } from './template.ts'

test.describe.configure({ timeout: 120_000 })

/** Occasion that the story books for its learner, and its day counted from the seeding. */
const booked = { title: 'Flaggvakt racing', days: 12 }
const dayOfBooking = () => addDays(seededDay(), booked.days)

test('the list shows what comes, narrowed by the address, and one’s own bookings', async ({ page }) => {
  await signIn(page, 'learner', '/calendar?view=list')
  const main = page.getByRole('main')
  await expect(main.getByText(/^Tillfälle 1–\d+$/)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'calendar-list')
  expect(await page.locator('select[name=educationId] option').count()).toBeGreaterThan(2)
  await page.goto('/calendar?view=list&page=199')
  await expect(page).toHaveURL(/\/calendar\?view=list$/)
  await page.goto('/calendar?view=list&own=1')
  const row = main.getByRole('listitem').filter({ hasText: booked.title }).first()
  await expect(row.getByText('Anmäld', { exact: true })).toBeVisible()
  await main.getByRole('link', { name: 'Visa allt' }).click()
  await expect(page).toHaveURL(/\/calendar\?view=list$/)
})

test('a narrow month shows the day that is chosen, by touch and by the arrows', async ({ page }, { project }) => {
  test.skip(project.name !== 'phone', 'a wide window has the grid')
  await signIn(page, 'learner', `/calendar?view=month&date=${dayOfBooking()}`)
  const main = page.getByRole('main')
  const chosen = main.locator('a[aria-current=date]')
  await expect(chosen).toHaveAccessibleName(/ditt$|dina$/)
  await expect(main.getByRole('listitem').filter({ hasText: booked.title }).first()).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }
  await expectNoSidewaysScroll(page)
  await shoot(page, 'calendar-month-days')
  const before = await chosen.getAttribute('data-day')
  const other = main.locator(`a[data-day]:not([data-day="${before}"])`).first()
  await other.click()
  await expect(other).toHaveAttribute('aria-current', 'date')
  await expect(main.locator('section[id^=day-]:visible')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(other).not.toHaveAttribute('aria-current', 'date')
  await page.reload()
  await expect(other).not.toHaveAttribute('aria-current', 'date')
})

test('the month opens an own booking by the keyboard @keyboard', async ({ page }) => {
  await signIn(page, 'learner', `/calendar?view=month&date=${dayOfBooking()}`)
  const own = page.getByRole('button', { name: new RegExp(`Anmäld: ${booked.title}`) }).first()
  await expect(own).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'calendar-month')
  await own.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: booked.title })
  await expect(dialog.getByRole('link', { name: 'Till utbildningen' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'Vecka', exact: true }).click()
  await expect(page.getByRole('button', { name: new RegExp(`Anmäld: ${booked.title}`) }).first()).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'calendar-week')
})

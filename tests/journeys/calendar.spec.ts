import { gzipSync } from 'node:zlib'
import { addDays } from '#api/days.ts'
import { toPortalDay } from '#api/zone.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { expectAccessible, expectNoSidewaysScroll, inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'
import { seededDay } from './template.ts'

/** Occasion that the story books for its learner, and its day counted from the seeding. */
const booked = { title: 'Flaggvakt racing', days: 12 }
const dayOfBooking = () => addDays(seededDay(), booked.days)

test('the list shows coming items, filtered by the address, and own bookings', async ({ page }) => {
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

test('a narrow month shows the chosen day, by touch and by arrow keys', async ({ page }, { project }) => {
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
  const own = page.getByRole('link', { name: new RegExp(`Anmäld: ${booked.title}`) }).first()
  await expect(own).toBeVisible()
  await inspected(page, 'calendar-month')
  const dialog = page.getByRole('dialog', { name: booked.title })
  await expect(async () => {
    await own.focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('link', { name: 'Till utbildningen' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  // Its title stays Swedish on English pages.
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveAttribute('lang', 'sv')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'Vecka', exact: true }).click()
  await expect(page.getByRole('link', { name: new RegExp(`Anmäld: ${booked.title}`) }).first()).toBeVisible()
  await inspected(page, 'calendar-week')
})

test('nothing moves while the calendar loads, and today is in view', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) shifts.sum += value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await signIn(page, 'learner')
  for (const address of ['/calendar', '/calendar?view=month', '/calendar?view=week']) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate('shifts.sum')).toBeLessThanOrEqual(0.02)
  }
  await page.goto('/calendar')
  const first = page.locator('time[aria-current=date], main section h3').locator('visible=true').first()
  await expect(first).toBeInViewport()
})

/** Counts the weeks of the month that ended before the week of `day`. */
function countPastWeeks(day: string): number {
  const daysSinceMonday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
  return Math.max(0, Math.ceil((Number(day.slice(8)) - 1 - daysSinceMonday) / 7))
}

test('today is in view on any day of the month, and past weeks are one press away', async ({ page }, { project }) => {
  await signIn(page, 'learner', '/calendar?view=month')
  const today = page.locator('time[aria-current=date], [data-today]').locator('visible=true').first()
  const box = await today.boundingBox()
  // The bar covers the bottom of a narrow window.
  const bar = project.name === 'phone' ? await page.locator('#bar').boundingBox() : null
  const bottom = bar?.y ?? page.viewportSize()?.height ?? 0
  expect((box?.y ?? Infinity) + 32).toBeLessThan(bottom)
  const rows = page.locator('main tbody tr').locator('visible=true')
  const shown = await rows.count()
  const chosen = page.locator('main a[data-day][aria-current=date]').locator('visible=true')
  const chosenDay = (await chosen.count()) > 0 ? await chosen.getAttribute('data-day') : null
  const pastWeeks = countPastWeeks(toPortalDay(new Date()))
  // A single past week is never folded, and a narrow month without later items opens at a day of a past week.
  const opensInPast = chosenDay !== null && countPastWeeks(chosenDay) < pastWeeks
  const folded = pastWeeks < 2 || opensInPast ? 0 : pastWeeks
  const past = page.getByRole('checkbox', { name: 'Visa tidigare veckor' }).locator('visible=true')
  await expect(past).toHaveCount(folded > 0 ? 1 : 0)
  if (folded > 0) await past.check()
  await expect(rows).toHaveCount(shown + folded)
})

test('the calendar loads no framework before a press, and opens an item that was pressed before', {
  tag: '@keyboard',
}, async ({ page }) => {
  await signIn(page, 'learner')
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(`/calendar?view=month&date=${dayOfBooking()}`)
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(30_000)
  const release = await holdRequests(page, /\/_astro\/.*\.js/)
  const own = page.getByRole('link', { name: new RegExp(`Anmäld: ${booked.title}`) }).first()
  await own.click()
  await expect(page.getByRole('dialog', { name: booked.title })).toHaveCount(0)
  release()
  await expect(page.getByRole('dialog', { name: booked.title })).toBeVisible()
})

test('a subscription opens in Google, Apple and Outlook', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'learner', '/calendar')
  await page.getByRole('button', { name: 'Prenumerera' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kalendern i din telefon' })
  const make = dialog.getByRole('button', { name: 'Skapa adress: Mina utbildningar' })
  await expect(make).toBeVisible()
  await make.click()
  const address = await dialog.getByRole('textbox', { name: 'Adress: Mina utbildningar' }).inputValue()
  const webcal = address.replace(/^https?:/, 'webcal:')
  const hrefOf = async (program: string) =>
    (await dialog.getByRole('link', { name: `Lägg till Mina utbildningar i ${program}` }).getAttribute('href')) ?? ''
  const google = new URL(await hrefOf('Google'))
  expect([google.origin + google.pathname, google.searchParams.get('cid')]).toEqual([
    'https://calendar.google.com/calendar/r',
    webcal,
  ])
  expect(await hrefOf('Apple')).toBe(webcal)
  const outlook = new URL(await hrefOf('Outlook'))
  expect([outlook.hostname, outlook.searchParams.get('url')]).toEqual(['outlook.live.com', address])
  expect((await page.request.get(address)).headers()['content-type']).toContain('text/calendar')
})

test('a date with unmet prerequisites shows them, and offers no sign-up', async ({ page }) => {
  await signIn(page, 'learner', '/calendar?view=list')
  const rows = page.getByRole('main').getByRole('listitem')
  const locked = rows.filter({ has: page.getByRole('link', { name: /^Först: / }) }).first()
  await expect(locked).toBeVisible()
  await expect(locked.getByRole('button', { name: 'Anmäl dig' })).toHaveCount(0)
  await locked.getByRole('link', { name: /^Först: / }).click()
  await expect(page).toHaveURL(/\/education\/\d+$/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the month is the same, and an item leads to its education', { tag: '@once' }, async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('textbox', { name: 'Användarnamn' }).fill('learner')
    await page.getByRole('textbox', { name: 'Lösenord' }).fill('Utbildning-2026')
    await page.getByRole('button', { name: 'Logga in' }).click()
    await expect(page).not.toHaveURL(/\/login/)
    await page.goto(`/calendar?view=month&date=${dayOfBooking()}`)
    await page
      .getByRole('link', { name: new RegExp(`Anmäld: ${booked.title}`) })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(booked.title)
  })
})

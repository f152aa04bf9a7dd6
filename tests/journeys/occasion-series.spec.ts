import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { expectAccessible, inspected } from './inspect.ts'
import { countPresses } from './presses.ts'
import { signIn } from './sign-in.ts'
import { unfold } from './unfold.ts'

const consent = { name: 'cookieConsent', value: 'true' }
const copied = '/education/manageOccasion/57'
const newOccasion = '/education/manageOccasion/new?educationPartId=1'

async function chooseMoment(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true })
  await field.fill(text)
  await field.press('Tab')
  await page.keyboard.press('Escape')
}

/** Waits until the form of the occasion is hydrated. */
const waitForForm = (page: Page) =>
  expect(page.locator('astro-island[ssr][component-url*="OccasionForm"]')).toHaveCount(0)

test.beforeEach(({ page, baseURL }) => page.context().addCookies([{ ...consent, url: baseURL ?? '' }]))

test('a course day is copied with three presses from the start page, and keeps its times of day', async ({ page }) => {
  const presses = await countPresses(page)
  await signIn(page, 'educator', copied)
  const times = (
    await page
      .getByRole('main')
      .getByText(/\d{2}:\d{2}–/)
      .first()
      .textContent()
  )?.match(/\d{2}:\d{2}/g)
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.goto('/')
  await page.getByRole('region', { name: 'Öppnat senast' }).getByRole('link', { name: title }).first().click()
  await unfold(page)
  await page.getByRole('link', { name: 'Kopiera' }).click()
  const date = page.getByRole('textbox', { name: 'Datum' })
  await expect(date).toBeFocused()
  await waitForForm(page)
  await page.keyboard.type('2027-03-20')
  await expect(page.getByRole('textbox', { name: 'Börjar', exact: true })).toHaveValue(`2027-03-20 ${times?.[0]}`)
  await expect(page.getByRole('textbox', { name: 'Slutar', exact: true })).toHaveValue(`2027-03-20 ${times?.[1]}`)
  await inspected(page, 'occasion-copy')
  await page.getByRole('button', { name: 'Skapa tillfället' }).click()
  await expect(page).toHaveURL(/manageOccasion\/\d+$/)
  await expect(
    page.getByText(`20 mars 2027 ${times?.[0]}–${times?.[1]}`).filter({ visible: true }).first(),
  ).toBeVisible()
  expect(presses()).toBeLessThanOrEqual(3)
})

test('a note of clashes that arrives during a press does not move the button away', { tag: '@once' }, async ({
  page,
}) => {
  await signIn(page, 'educator', `${copied}?tab=details`)
  const begins = await page.getByRole('textbox', { name: 'Börjar', exact: true }).inputValue()
  const release = await holdRequests(page, '**/api/EducationPartOccasions/clashes')
  await page.goto(`${newOccasion}&from=57`)
  await waitForForm(page)
  const question = page.waitForRequest('**/api/EducationPartOccasions/clashes')
  await page.getByRole('textbox', { name: 'Datum' }).fill(begins.slice(0, 10))
  await question
  const button = page.getByRole('button', { name: 'Skapa tillfället' })
  // At the end of the page the bar of the button no longer follows the window.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await button.hover()
  await page.mouse.down()
  release()
  await expect(page.getByText('Krockar med ett annat tillfälle eller förarprov')).toBeVisible()
  await page.mouse.up()
  await expect(page).toHaveURL(/manageOccasion\/\d+$/)
})

test.describe('without a date', () => {
  test.use({ expectedErrors: ['POST /EducationPartOccasions ApiError', 'status of 400'] })

  test('a copy without a date is refused at the date, and what was typed is kept', async ({ page }) => {
    await signIn(page, 'educator', `${newOccasion}&from=57`)
    await waitForForm(page)
    await page.getByRole('combobox', { name: 'Ort' }).fill('Arvika')
    await page.getByRole('button', { name: 'Skapa tillfället' }).click()
    await expect(page.getByRole('alert')).toContainText('Börjar')
    await expect(page.getByRole('textbox', { name: 'Datum' })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('combobox', { name: 'Ort' })).toHaveValue('Arvika')
  })
})

test('a repetition lists its dates first, and the room of the series is changed with three presses', async ({
  page,
}) => {
  const presses = await countPresses(page)
  await signIn(page, 'educator', newOccasion)
  await waitForForm(page)
  await chooseMoment(page, 'Börjar', '2027-12-11 09:00')
  await expect(page.getByRole('textbox', { name: 'Slutar', exact: true })).toHaveValue('2027-12-11 09:00')
  await chooseMoment(page, 'Slutar', '2027-12-11 16:00')
  await page.getByRole('combobox', { name: 'Ort' }).fill('Arvika')
  await page.getByRole('combobox', { name: 'Samma tillfälle igen' }).selectOption('Varje vecka')
  await page.getByRole('textbox', { name: 'Antal tillfällen' }).fill('5')
  const dates = page.getByRole('list', { name: '5 tillfällen skapas' }).getByRole('listitem')
  await expect(dates).toHaveCount(5)
  await expect(dates.nth(2)).toContainText('Juldagen')
  await expect(dates.nth(3)).toContainText('Nyårsdagen')
  await dates
    .nth(1)
    .getByRole('button', { name: /^Ändra dag/ })
    .click()
  await dates.nth(1).getByRole('textbox', { name: 'Dag' }).fill('2027-12-19')
  await page.keyboard.press('Escape')
  await expect(dates.nth(1)).toContainText('19 dec')
  await expect(dates.nth(1)).toContainText('Ändrad dag')
  await inspected(page, 'occasion-repetition')
  await page.getByRole('button', { name: 'Hoppa över 2 helgdagar' }).click()
  await page.getByRole('button', { name: 'Skapa 3 tillfällen' }).click()
  await expect(page).toHaveURL(/manageOccasion\/\d+$/)
  await expect(page.getByText('3 tillfällen är skapade.')).toBeVisible()

  const before = presses()
  await page.getByRole('link', { name: /ändra plats/ }).click()
  const venue = page.getByRole('combobox', { name: 'Lokal eller bana' })
  await expect(venue).toBeFocused()
  await waitForForm(page)
  await expect(page.getByText('Del av en serie')).toBeVisible()
  await page.keyboard.type('Sal 2')
  await page.getByRole('button', { name: 'Spara' }).click()
  const question = page.getByRole('dialog', { name: 'Vilka tillfällen ska ändras?' })
  await expect(question.getByRole('button', { name: 'Bara det här' })).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Alla 3 som du kan ändra' }).click()
  await expect(page.getByText('Tillfället är sparat.')).toBeVisible()
  expect(presses() - before).toBeLessThanOrEqual(3)
  await expect(page.getByRole('link', { name: /^Sal 2, .*ändra plats/ })).toBeVisible()

  const id = Number(/manageOccasion\/(\d+)/.exec(page.url())?.[1])
  for (const other of [id + 1, id + 2]) {
    await page.goto(`/education/manageOccasion/${other}?tab=details`)
    await expect(page.getByRole('combobox', { name: 'Lokal eller bana' })).toHaveValue('Sal 2')
  }
})

test.describe('a save with a refused field', () => {
  test.use({ expectedErrors: ['PUT /EducationPartOccasions'] })

  test('another place asks on save whether the participants are notified, and another text does not', async ({
    page,
  }) => {
    await signIn(page, 'educator', `${copied}?tab=details`)
    await waitForForm(page)
    await page.getByRole('combobox', { name: 'Lokal eller bana' }).fill('Klubbstugan')
    const question = page.getByRole('dialog', { name: 'Ska de anmälda få veta?' })
    const city = page.getByRole('combobox', { name: 'Ort' })
    const before = await city.inputValue()
    await city.fill('')
    await page.getByRole('button', { name: 'Spara' }).click()
    await expect(page.locator('#field-city-error')).toBeVisible()
    await expect(question).toHaveCount(0)
    await city.fill(before)
    await page.getByRole('button', { name: 'Spara' }).click()
    await expect(question.getByText('28 personer är anmälda')).toBeVisible()
    await inspected(page, 'occasion-tell')
    await question.getByRole('button', { name: 'Avbryt' }).click()
    await expect(page.getByRole('combobox', { name: 'Lokal eller bana' })).toHaveValue('Klubbstugan')
    await page.getByRole('button', { name: 'Spara' }).click()
    await question.getByRole('button', { name: 'Spara utan att mejla' }).click()
    await expect(page.getByText('Tillfället är sparat.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Eget namn' }).fill('Grundkurs')
    await page.getByRole('button', { name: 'Spara' }).click()
    await expect(question).toHaveCount(0)
    await expect(page.getByText('Tillfället är sparat.').last()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Grundkurs' })).toBeVisible()
    await expect(page.locator('[aria-current=page]').filter({ hasText: 'Grundkurs' })).toBeVisible()
  })
})

test('participants who signed up after the form was opened are asked about all the same @once', async ({ page }) => {
  await signIn(page, 'educator', `${newOccasion}&from=57`)
  await waitForForm(page)
  await page.getByRole('textbox', { name: 'Datum' }).fill('2027-04-10')
  await page.getByRole('button', { name: 'Skapa tillfället' }).click()
  await expect(page).toHaveURL(/manageOccasion\/\d+$/)
  await page.goto(`${page.url()}?tab=details`)
  await waitForForm(page)
  await page.route('**/api/EducationPartOccasions/*/managed', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), bookedCount: 3 } })
  })
  await page.getByRole('combobox', { name: 'Lokal eller bana' }).fill('Sal 9')
  await page.getByRole('button', { name: 'Spara' }).click()
  const question = page.getByRole('dialog', { name: 'Ska de anmälda få veta?' })
  await expect(question.getByText('3 personer är anmälda')).toBeVisible()
})

test('an answer without an occasion leads to none, and the same form is sent again with its key @once', async ({
  page,
}) => {
  const keys: (string | undefined)[] = []
  await signIn(page, 'educator', `${newOccasion}&from=57`)
  await waitForForm(page)
  await page.getByRole('textbox', { name: 'Datum' }).fill('2027-04-17')
  await page.route('**/api/EducationPartOccasions', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    await (keys.length === 1 ? route.fulfill({ status: 204 }) : route.fulfill({ response }))
  })
  await page.getByRole('button', { name: 'Skapa tillfället' }).click()
  await expect(page.getByText('Svaret gick inte att läsa.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Skapa tillfället' }).click()
  await expect(page).toHaveURL(/manageOccasion\/[1-9]\d*$/)
  expect(keys[1]).toBe(keys[0])
})

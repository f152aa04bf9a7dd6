import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdOccasion } from './hold-occasion.ts'
import { expectAccessible, inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'
import { unfold } from './unfold.ts'
import { waitForWorkers } from './wait-for-workers.ts'

/** Signs in and answers the cookie banner, which would cover the buttons of a phone. */
async function signInToWork(page: Page): Promise<void> {
  await signIn(page, 'educator')
  await page.getByRole('button', { name: 'Acceptera cookies' }).click()
}

const places = '/education/manageOccasion/57'
const tally = (page: Page, name: string) => page.locator('dl > div', { hasText: name }).locator('dd')

test('an educator creates a weekly occasion, fills it from a pasted list and cancels it by a typed word', async ({
  page,
}) => {
  const questions: string[] = []
  page.on('dialog', async (question) => {
    questions.push(question.type())
    await question.accept()
  })
  await signIn(page, 'educator', '/education/manageOccasion/new?educationPartId=1')
  const when = async (name: string, text: string) => {
    const field = page.getByRole('textbox', { name, exact: true })
    await field.fill(text)
    await field.press('Tab')
    await page.keyboard.press('Escape')
  }
  await when('Börjar', '2027-05-08 09:00')
  await when('Slutar', '2027-05-08 16:00')
  await page.getByRole('combobox', { name: 'Ort' }).fill('Arvika')
  await page.getByRole('combobox', { name: 'Samma tillfälle igen' }).selectOption('Varje vecka')
  await page.getByRole('textbox', { name: 'Antal tillfällen' }).fill('2')
  await expect(page.getByRole('button', { name: 'Skapa 2 tillfällen' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Antal tillfällen' }).press('Enter')
  await expect(page).toHaveURL(/manageOccasion\/\d+$/)
  expect(questions, 'about leaving the form that is saved').toEqual([])
  await expect(page.getByText('8 maj 2027 09:00–16:00').filter({ visible: true }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Lägg till' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lägg till deltagare' })
  const search = dialog.getByRole('combobox', { name: 'Sök person' })
  await expect(search).toBeFocused()
  await expect(search).toHaveAttribute('aria-expanded', 'false')
  await search.click()
  await expect(search).toHaveAttribute('aria-expanded', 'true')
  await search.press('Escape')
  await dialog.getByRole('textbox', { name: 'Eller klistra in en lista' }).fill('guardian\nfinns.inte@example.se')
  await dialog.getByRole('button', { name: 'Granska listan' }).click()
  await expect(dialog.getByText('Raden passar ingen som du får anmäla, eller fler än en.')).toBeVisible()
  await expect(dialog.getByText('Helena Ström')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Lägg till 1 person' }).click()
  // The line that matched nobody stays, to be corrected.
  await expect(dialog.getByText('finns.inte@example.se').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: /Helena Ström/ })).toBeVisible()

  await unfold(page)
  // An action that cannot be undone is less prominent than those beside it.
  await expect(page.getByRole('button', { name: 'Ställ in' })).toHaveAttribute('data-tone', 'quiet')
  await page.getByRole('button', { name: 'Ställ in' }).click()
  const question = page.getByRole('dialog', { name: 'Ställ in tillfället' })
  await expect(question.getByRole('button', { name: 'Ställ in tillfället' })).toBeDisabled()
  await question.getByRole('textbox', { name: 'Meddelande' }).fill('Banan är översvämmad.')
  await question.getByRole('textbox', { name: 'Skriv ställ in för att bekräfta' }).fill('ställ in')
  await question.getByRole('button', { name: 'Ställ in tillfället' }).click()
  await expect(page.getByText('Tillfället är inställt', { exact: true })).toBeVisible()
  expect(questions, 'about leaving the message that is sent').toEqual([])
})

test('everybody on the list passes in two presses, and one is reverted in one', async ({ page }) => {
  await signInToWork(page)
  await page.goto(places)
  await expect(tally(page, 'Anmälda')).toHaveText(['28 – visa bara Anmälda', '28 av 28 platser'])
  await expect(page.getByText(/^Tillfället har inte börjat än\. .+ från och med \S+dag \d+ \S+\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Deltog / }).first()).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Godkänd / }).first()).toBeDisabled()
  await inspected(page, 'participants')
  await holdOccasion(page, 57)
  await page.reload()
  await page.getByRole('checkbox', { name: 'Markera alla 28' }).check()
  await page.getByRole('group', { name: 'Åtgärder för markerade' }).getByRole('button', { name: 'Godkänd' }).click()
  await expect(tally(page, 'Godkända')).toHaveText('28 – visa bara Godkända')
  const rows = page.getByRole('list', { name: 'Deltagare' }).getByRole('listitem')
  const somebody = (await rows.first().getByRole('heading').getByRole('link').textContent()) ?? ''
  await page.getByRole('button', { name: `Godkänd ${somebody}` }).click()
  await expect(tally(page, 'Godkända')).toHaveText('27 – visa bara Godkända')
  await page.getByRole('button', { name: `Ta bort ${somebody}` }).click()
  await expect(tally(page, 'Anmälda')).toHaveText(['27 – visa bara Anmälda', '27 av 28 platser'])
  await page
    .getByRole('status')
    .filter({ hasText: `Borttagen: ${somebody}` })
    .getByRole('button')
    .click()
  await expect(tally(page, 'Anmälda')).toHaveText(['28 – visa bara Anmälda', '28 av 28 platser'])
  await expect(page.getByText('Skickas senare')).toHaveCount(0)
  await page.reload()
  await expect(tally(page, 'Godkända')).toHaveText('27 – visa bara Godkända')
  await unfold(page)
  await page.getByRole('searchbox', { name: 'Sök på listan' }).fill(somebody)
  await expect(rows).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Ordning' }).selectOption('Status')
  await expect(page).toHaveURL(`${places}?${new URLSearchParams({ text: somebody, order: 'state' })}`)
  await page.goto(`${places}?tab=details`)
  await inspected(page, 'occasion-details')
  await page.goBack()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('combobox', { name: 'Ordning' })).toHaveValue('state')
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Ordning' })).toHaveValue('name')
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Sök på listan' })).toHaveValue(somebody)
})

test('on a phone the participants come first', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInToWork(page)
  await page.goto(places)
  const people = page.getByRole('list', { name: 'Deltagare' }).getByRole('listitem')
  await expect(people).not.toHaveCount(0)
  await expect(people.first().getByRole('heading')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Lägg till' })).toBeHidden()
  await inspected(page, 'participants-folded')
  await unfold(page)
  await expect(page.getByRole('button', { name: 'Lägg till' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ställ in' })).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Lägg till' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Kopiera' })).toBeVisible()
})

/**
 * Notes in the browser each request for results that the page makes: its idempotency key and the ids. The network's
 * events may miss those of a page that is being left.
 */
function noteSentResults(): void {
  const key = 'sent-results'
  const note = (line: string) => localStorage.setItem(key, `${localStorage.getItem(key) ?? ''}${line}\n`)
  window.Request = class extends Request {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(input, init)
      if (this.method !== 'PUT' || new URL(this.url).pathname !== '/api/EducationPartOccasions/results') return
      const ids = (JSON.parse(String(init?.body)) as { resultId: number }[]).map(({ resultId }) => resultId)
      note(JSON.stringify([this.headers.get('idempotency-key'), ids]))
    }
  }
}

const readSentResults = (): [string, number[]][] =>
  (localStorage.getItem('sent-results') ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

test.describe('offline in the forest', () => {
  test.use({ expectedErrors: ['PUT /EducationPartOccasions', 'net::ERR', 'Failed to load resource', 'GET /Notices'] })

  test('changes are stored across a reload and sent once when the connection is back', async ({ page, context }) => {
    await page.addInitScript(noteSentResults)
    await signInToWork(page)
    await holdOccasion(page, 271)
    // The connection is cut after the page and its code have loaded; presses before that are tested elsewhere.
    await page.goto('/education/manageOccasion/271', { waitUntil: 'networkidle' })
    await expect(tally(page, 'Anmälda')).toHaveText(['24 – visa bara Anmälda', '24 av 24 platser'])
    await waitForWorkers(page)
    await context.setOffline(true)
    const buttons = page.getByRole('button', { name: /^Deltog / })
    for (const at of [0, 1, 2]) await buttons.nth(at).click()
    await expect(page.getByText('3 markeringar väntar på nätet')).toBeVisible()
    await expect(tally(page, 'Deltog')).toHaveText('3 – visa bara Deltog')
    // An element half below a sticky bar is reached by scrolling; the page is inspected from its top.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    await context.setOffline(false)
    await page.reload()
    await expect(page.getByText('Skickas senare')).toHaveCount(0)
    await expect(tally(page, 'Deltog')).toHaveText('3 – visa bara Deltog')
    await page.reload()
    await expect(tally(page, 'Deltog')).toHaveText('3 – visa bara Deltog')
    const sent = new Map<string, number[]>()
    for (const [key, ids] of await page.evaluate(readSentResults)) {
      // A retry sends the same people under the same idempotency key.
      expect(sent.get(key) ?? ids).toEqual(ids)
      sent.set(key, ids)
    }
    const all = [...sent.values()].flat()
    expect(all).toHaveLength(3)
    expect(new Set(all).size).toBe(3)
  })

  test('the list opens offline, is marked as a copy, and is removed with the session', async ({ page, context }) => {
    await signInToWork(page)
    const address = '/education/manageOccasion/271'
    await holdOccasion(page, 271)
    const opened = await page.goto(address)
    const until = Date.parse(opened?.headers()['x-kept-until'] ?? '')
    expect(until - Date.now()).toBeGreaterThan(7 * 3_600_000)
    expect(until - Date.now()).toBeLessThanOrEqual(8 * 3_600_000)
    const copies = () =>
      page.evaluate(async () => (await (await caches.open('page-copies')).keys()).map(({ url }) => url))
    await expect.poll(copies, { timeout: 30_000 }).toEqual([expect.stringMatching(`${address}$`)])
    await context.setOffline(true)
    await page
      .getByRole('button', { name: /^Deltog / })
      .last()
      .click()
    const there = await tally(page, 'Deltog').textContent()
    await page.reload()
    await expect(page.getByText(/^Sparad lista från/)).toBeVisible()
    await expect(tally(page, 'Anmälda')).toHaveText(['24 – visa bara Anmälda', '24 av 24 platser'])
    await expect(tally(page, 'Deltog')).toHaveText(there ?? '')
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    await shoot(page, 'participants-copy')

    await context.setOffline(false)
    await page.getByRole('button', { name: 'Försök hämta listan' }).click()
    await expect(page.getByText(/^Sparad lista från/)).toHaveCount(0)
    await expect(page.getByText('Skickas senare')).toHaveCount(0)
    await expect(tally(page, 'Deltog')).toHaveText(there ?? '')
    await page.getByRole('button', { name: 'Meny' }).click()
    await page.getByRole('button', { name: 'Logga ut' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect.poll(copies).toEqual([])
    await context.setOffline(true)
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Du är utan nät' })).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveCount(0)
  })
})

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Axe runs in both themes, which takes time on a busy machine.
test.describe.configure({ timeout: 240_000 })

const consent = { name: 'cookieConsent', value: 'true' }
const barOf = (page: Page) => page.getByRole('group', { name: 'Åtgärder för markerade' })

/** Saves the chosen rows as CSV, and returns the lines of the file without its head. */
async function saveChosen(page: Page): Promise<string[]> {
  const download = page.waitForEvent('download')
  await barOf(page).getByRole('button', { name: 'Hämta CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  return text.trimEnd().split('\r\n').slice(1)
}

test('chosen payments are saved as a file, and their receipts are sent again', async ({ page, baseURL }) => {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await signIn(page, 'superadmin', '/betalningar?size=25')
  const bar = barOf(page)
  const boxes = page.getByRole('checkbox', { name: /^Markera (?!alla)/ })
  await boxes.first().check()
  await boxes.nth(1).check()
  await expect(bar.getByText('2 valda')).toBeVisible()
  expect(await saveChosen(page)).toHaveLength(2)
  await inspected(page, 'payments-chosen')

  await page.getByRole('checkbox', { name: 'Markera alla på sidan' }).check()
  await bar.getByRole('button', { name: 'Skicka kvittot igen' }).click()
  const dialog = page.getByRole('dialog', { name: /^Skicka kvittot för \d+ betalningar igen$/ })
  await expect(dialog.getByText(/mejlas/)).toBeVisible()
  await inspected(page, 'payments-receipts')
  await dialog.getByRole('button', { name: /^Skicka \d+ kvitto/ }).click()
  await expect(page.getByText(/\d+ kvitto(n)? är på väg\./)).toBeVisible()
  await expect(bar).toBeHidden()
})

test('chosen occasions are saved as a file, and their participants written to', async ({ page, baseURL }) => {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await signIn(page, 'superadmin', '/myeducations?view=occasions&startDate=&size=25')
  const bar = barOf(page)
  const boxes = page.getByRole('checkbox', { name: /^Markera (?!alla)/ })
  await boxes.first().check()
  await page.getByRole('link', { name: 'Nästa' }).click()
  await expect(page).toHaveURL(/[?&]page=2/)
  await boxes.first().check()
  await expect(bar.getByText('2 valda')).toBeVisible()
  expect(await saveChosen(page)).toHaveLength(2)
  await inspected(page, 'occasions-chosen')

  await page.getByRole('checkbox', { name: 'Markera alla på sidan' }).check()
  const chooseAll = bar.getByRole('button', { name: /^Markera alla \d+ som matchar$/ })
  const total = Number(/\d+/.exec((await chooseAll.textContent()) ?? '')?.[0])
  await chooseAll.click()
  await expect(bar.getByText(`${total} valda`)).toBeVisible()
  expect(await saveChosen(page)).toHaveLength(total)
  await bar.getByRole('button', { name: 'Avmarkera alla' }).click()

  await boxes.first().check()
  await boxes.nth(1).check()
  await bar.getByRole('link', { name: 'Skriv till deltagarna' }).click()
  await expect(page).toHaveURL(/kind=occasions&occasionIds=\d+%2C\d+/)
  await expect(page.getByText('Till deltagarna på de valda tillfällena, var och en får ett mejl')).toBeVisible()
})

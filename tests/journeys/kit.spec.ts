import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'

async function openKit(page: Page) {
  await page.addInitScript(() => {
    const note = ({ target }: Event) => target instanceof Element && target.toggleAttribute('data-awake', true)
    addEventListener('island-hydrated', note, true)
  })
  await page.goto('/dev/kit')
  // The first error takes the focus, before hydration or with it.
  await expect(page.getByRole('alert').filter({ hasText: 'Välj en förening' })).toBeFocused()
  await page.getByRole('button', { name: 'Acceptera cookies' }).click()
  await expect(page.locator('astro-island:not([data-awake])')).toHaveCount(0)
}

for (const theme of ['light', 'dark'] as const) {
  test(`every part of the kit is accessible in the ${theme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await openKit(page)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, `kit-${theme}`)
  })
}

test('a dialog focuses its field, traps the focus, closes with Escape and returns the focus', async ({ page }) => {
  await openKit(page)
  const opener = page.getByRole('button', { name: 'Öppna dialog' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Ny händelse' })
  await expect(dialog.getByRole('textbox', { name: 'Rubrik' })).toBeFocused()
  await expectAccessible(page)
  for (let times = 0; times < 5; times++) await page.keyboard.press('Tab')
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.setViewportSize({ width: 800, height: 120 })
  await page.keyboard.press('Enter')
  // The field is below the visible part of the dialog.
  await expect(dialog.getByRole('heading', { name: 'Ny händelse' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 800, height: 600 })
  await page.getByRole('button', { name: 'Ta bort händelsen' }).click()
  const question = page.getByRole('dialog', { name: 'Är du säker på att du vill ta bort händelsen?' })
  await expect(question.getByRole('button', { name: 'Avbryt' })).toBeFocused()
})

test('the date picker opens, follows the arrow keys and takes the day with Enter', { tag: '@keyboard' }, async ({
  page,
}) => {
  await openKit(page)
  const field = page.getByRole('textbox', { name: 'Kursdag' })
  await field.click()
  await expect(page.locator('.react-datepicker')).toBeVisible()
  await expect(page.locator('.react-datepicker__month-container')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  // Skips the Sunday, which cannot be chosen.
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.react-datepicker__day--keyboard-selected')).toHaveText('11')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('2026-05-11')
  await expect(page.locator('.react-datepicker')).toBeHidden()
})

test('the date picker shows why typed text was not taken', { tag: '@once' }, async ({ page }) => {
  await openKit(page)
  const field = page.getByRole('textbox', { name: 'Kursdag' })
  await field.fill('i morgon')
  await field.blur()
  await page.keyboard.press('Escape')
  await expect(page.getByText('”i morgon” kunde inte läsas som ett datum. Skriv på formen yyyy-MM-dd.')).toBeVisible()
  // The browser reads it with the month first.
  await field.fill('09/05/2026')
  await page.keyboard.press('Escape')
  await field.blur()
  await expect(page.getByText('”09/05/2026” kunde inte läsas som ett datum.')).toBeVisible()
  // A Sunday, which the example's filter excludes.
  await field.fill('2026-05-10')
  await page.keyboard.press('Escape')
  await field.blur()
  await expect(page.getByText('”2026-05-10” går inte att välja.')).toBeVisible()
})

test('times are offered every half hour', { tag: '@once' }, async ({ page }) => {
  await openKit(page)
  await page.getByRole('textbox', { name: 'Starttid' }).click()
  await expect(page.locator('.react-datepicker__time-list-item')).toHaveCount(48)
})

test('system files are not included, and a wrong format is refused', {
  tag: '@once',
}, async ({ page }) => {
  await openKit(page)
  const drop = (names: string[]) =>
    page.locator('#field-package').evaluate((input, files) => {
      const dataTransfer = new DataTransfer()
      for (const name of files)
        dataTransfer.items.add(new File(['x'], name, { type: name.endsWith('.zip') ? 'application/zip' : '' }))
      input.parentElement?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    }, names)
  await drop(['.DS_Store', 'Thumbs.db', 'kurs.zip'])
  await expect(page.getByText('kurs.zip', { exact: true })).toBeVisible()
  await expect(page.getByText('.DS_Store')).toHaveCount(0)
  await drop(['kurs.pdf'])
  await expect(page.getByText('kurs.pdf: formatet stöds inte')).toBeVisible()
})

test('an option out of many is found by typing', { tag: '@keyboard' }, async ({ page }) => {
  await openKit(page)
  const club = page.getByRole('combobox', { name: 'Förening' })
  await club.click()
  await club.press('ControlOrMeta+a')
  await club.pressSequentially('åre')
  await expect(page.getByRole('option')).toHaveText(/Åre Snöskoterklubb/)
  await club.press('ArrowDown')
  await club.press('Enter')
  await expect(club).toHaveValue('Åre Snöskoterklubb')
})

test('rows are selected one by one, all at once and in ranges', async ({ page }) => {
  await openKit(page)
  const bar = page.getByRole('group', { name: 'Åtgärder för markerade' })
  await expect(bar).toContainText('1 vald')
  await page.getByRole('checkbox', { name: 'Markera alla på sidan' }).click()
  await expect(bar).toContainText('3 valda')
  await page.getByRole('button', { name: 'Avmarkera alla' }).click()
  await expect(bar).toBeHidden()
  await page.getByRole('checkbox', { name: 'Markera Alva Lindqvist' }).click()
  await page.getByRole('checkbox', { name: 'Markera Cecilia Öberg' }).click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('3 valda')
})

test('columns can be hidden', async ({ page }) => {
  await openKit(page)
  const club = page.getByRole('checkbox', { name: 'Förening' })
  // Retried, because a click may land beside the panel and close it while the page still moves.
  await expect(async () => {
    if (!(await club.isVisible())) await page.getByRole('button', { name: 'Kolumner' }).click()
    await club.uncheck({ timeout: 2000 })
  }).toPass()
  await expect(page.getByRole('columnheader', { name: 'Förening' })).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'Namn' })).toBeDisabled()
})

test('a toast shows what happened; one about a failure stays', async ({ page }) => {
  await openKit(page)
  await page.getByRole('button', { name: 'Visa fel' }).click()
  const note = page.locator('#toasts')
  await expect(note).toContainText('Filen kunde inte läsas')
  await expectAccessible(page)
  await note.getByRole('button', { name: 'Stäng meddelandet' }).click()
  await expect(note).toBeHidden()
})
